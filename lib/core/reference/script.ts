/** Runs on the first page only: shows the operations that have every typed word. */
export const FILTER_SCRIPT = `
const rows = [...document.querySelectorAll(".index li")];
const lists = [...document.querySelectorAll(".index")];
document.getElementById("find").addEventListener("input", ({ target }) => {
  const words = target.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
  for (const list of lists) list.hidden = list.previousElementSibling.hidden = !list.querySelector("li:not([hidden])");
  const count = rows.filter((row) => !row.hidden).length;
  document.getElementById("found").textContent = words.length ? count + (count === 1 ? " operation" : " operations") : "";
});
`;
