// Marks where the pieces lie, or beside their names: a tap on one brings its places to the thumb, and
// nothing is reloaded.
"use strict";
let chosen = "";

function main() { return document.querySelector("main"); }

// The first letters of the places that are left; numbers if two places begin alike.
function left(row) {
  const buttons = [...row.querySelectorAll("button")];
  const letters = buttons.map((each) => each.dataset.words.trim()[0].toUpperCase());
  const alike = new Set(letters).size < letters.length;
  const told = buttons.map((each, at) => ({ sign: alike ? `${at + 1}` : letters[at], mark: each.className, words: each.dataset.words }));
  const sure = told.filter((each) => each.mark === "sure");
  if (sure.length) return { text: `✔${sure.map((each) => each.sign).join("")}`, words: sure };
  const open = told.filter((each) => each.mark !== "not");
  return { text: told.map((each) => (each.mark === "not" ? "·" : each.sign)).join(""), words: open };
}

function spot(row) {
  const there = document.querySelector(`.board [data-spot="${CSS.escape(row.dataset.piece)}"]`);
  if (there) return there;
  const made = document.createElement("span");
  made.className = "p";
  made.textContent = row.querySelector("h2").textContent;
  document.getElementById("chips").append(made);
  return made;
}

function dress() {
  const others = document.getElementById("others");
  for (const row of document.querySelectorAll("section[data-piece]")) {
    const place = spot(row);
    const { text, words } = left(row);
    const marks = document.createElement("small");
    marks.className = "left";
    marks.textContent = text;
    place.append(marks);
    place.classList.add("open");
    if ("asked" in row.dataset) place.classList.add("asked");
    place.tabIndex = 0;
    place.setAttribute("role", "button");
    place.setAttribute("aria-label", `${row.querySelector("h2").textContent}: ${words.map((each) => each.words).join(", ")}`);
    place.addEventListener("click", () => choose(row.id));
    place.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(row.id); }
    });
    row.spot = place;
    row.hidden = true;
    document.getElementById("thumb").prepend(row);
  }
  if (others) others.hidden = true;
  const first = document.querySelector("section[data-piece][data-asked]");
  if (first) choose(document.getElementById(chosen) ? chosen : first.id);
}

function choose(id) {
  chosen = id;
  for (const row of document.querySelectorAll("section[data-piece]")) {
    row.hidden = row.id !== id;
    row.spot.classList.toggle("chosen", row.id === id);
    row.spot.setAttribute("aria-pressed", row.id === id);
  }
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post" || !main().contains(form)) return;
  event.preventDefault();
  const pressed = event.submitter;
  const fields = new FormData(form);
  if (pressed?.name) fields.set(pressed.name, pressed.value);
  const again = pressed?.value ? `button[value="${CSS.escape(pressed.value)}"]` : `form[action="${form.getAttribute("action")}"] button`;
  main().ariaBusy = "true";
  let answer;
  try {
    answer = await fetch(form.getAttribute("action"), { method: "POST", body: new URLSearchParams(fields) });
  } catch { form.submit(); return; }
  if (!answer.ok) { location.reload(); return; }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [across, down] = [scrollX, scrollY];
  main().replaceWith(page.querySelector("main"));
  dress();
  scrollTo(across, down);
  main().querySelector(again)?.focus({ preventScroll: true });
});

dress();
