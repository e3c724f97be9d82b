// Single keys, the dialog that lists them, and the switch that turns them off.

const KEYS = [
  [["j"], "open the next one"],
  [["k"], "open the previous one"],
  [["/"], "search"],
  [["Esc"], "from the search or a chat to the list"],
  [["?"], "this help"],
];

function keyHelp() {
  const on = element("input", { type: "checkbox", checked: true });
  const close = element("button", { type: "button", autofocus: true }, "Close");
  const dialog = element(
    "dialog",
    { class: "keys", "aria-labelledby": "keys-title" },
    element("h3", { id: "keys-title" }, "Keyboard"),
    element("table", {}, element("tbody", {}, ...KEYS.map(([keys, meaning]) =>
      element("tr", {}, element("th", { scope: "row" }, ...keys.map((key) => element("kbd", {}, key))), element("td", {}, meaning)),
    ))),
    element("label", { class: "check" }, on, " single keys act"),
    close,
  );
  close.addEventListener("click", () => dialog.close());
  return { dialog, active: () => on.checked && !dialog.open };
}

function listenToKeys(help, actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !help.active()) return;
    const typing = event.target.closest("input, select, textarea");
    if (typing && !(event.key === "Escape" && typing.type === "search")) return;
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
