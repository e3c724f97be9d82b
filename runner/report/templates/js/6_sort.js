// Tables that can be sorted: a button in each head, undefined values always last.

function sortable(table) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const value = (row, place) => row.cells[place].dataset.sort ?? row.cells[place].textContent;
  heads.forEach((head, place) => {
    const button = element("button", { type: "button" }, ...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const first = head.dataset.first ?? "ascending";
      const other = first === "ascending" ? "descending" : "ascending";
      const order = head.getAttribute("aria-sort") === first ? other : first;
      heads.forEach((one) => one.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const compare = (one, two) => {
        const [left, right] = [value(one, place), value(two, place)];
        if (left === "" || right === "") return (left === "") - (right === "");
        return sign * (head.classList.contains("number") ? left - right : left.localeCompare(right, "en", { numeric: true }));
      };
      body.append(...[...body.rows].sort(compare));
    });
  });
}
