document.querySelectorAll("table.sortable").forEach(sortable);
const explorer = document.getElementById("explorer");
if (explorer) {
  explore(explorer).catch((error) => {
    explorer.replaceChildren(element("p", { class: "warning", role: "alert" }, `The page is damaged: ${error.message}`));
  });
}
