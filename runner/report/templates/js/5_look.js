// Light or dark, and a tip for every mark of a chart.

function chooseTheme(button) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
  const name = () => (button.textContent = isDark() ? "Light theme" : "Dark theme");
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    name();
  });
  dark.addEventListener("change", name);
  button.hidden = false;
  name();
}

function showTips(tip) {
  document.addEventListener("pointerover", (event) => {
    const mark = event.target.closest?.("figure svg [role='graphics-symbol'][aria-label]");
    const text = mark?.getAttribute("aria-label") ?? "";
    tip.hidden = !text || mark.getAttribute("aria-roledescription") === "axis" || mark.getAttribute("aria-roledescription") === "legend";
    if (tip.hidden) return;
    tip.textContent = text.replaceAll("; ", "\n");
    tip.style.left = `${Math.min(event.clientX + 12, innerWidth - tip.offsetWidth - 8)}px`;
    tip.style.top = `${Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8)}px`;
  });
}

chooseTheme(document.getElementById("theme"));
showTips(document.getElementById("tip"));
