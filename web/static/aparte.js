// Keeps a page at what is now, puts a move together from what is tapped, sends it once confirmed.
"use strict";
const now = document.getElementById("now");
const said = document.getElementById("said");
let path = [];
let key = "";
let spoken = {};
let code = "";
const book = `looked-${main()?.dataset.table}`;
let seen = Number(main()?.dataset.line || 0);
let looked = Math.min(Number(localStorage.getItem(book) ?? seen), seen);
let fetching = null;
let again = false;

function main() { return now.querySelector("main"); }
function say(words) { said.textContent = words || ""; }

// What stands up to here has been seen, also when this page is opened again.
function look() {
  looked = seen;
  localStorage.setItem(book, looked);
}

// Whether the table can be reached. Until it answers again it is asked again and again.
const PATIENCE = 10_000;
const away = document.getElementById("away");
let trying = 0;
function lost() {
  away.hidden = false;
  clearTimeout(trying);
  trying = setTimeout(refresh, 1500);
}
function found() {
  if (away.hidden) return;
  away.hidden = true;
  clearTimeout(trying);
  listen();
}

// What is answered, null if nothing is; who may take their time are waited for.
async function ask(path, options, patience = PATIENCE) {
  try {
    const answer = await fetch(path, { signal: AbortSignal.timeout?.(patience), ...options });
    const text = await answer.text();
    found();
    return { status: answer.status, ok: answer.ok, text };
  } catch { lost(); return null; }
}

async function refresh() {
  if (fetching) { again = true; return fetching; }
  fetching = (async () => {
    do {
      again = false;
      const kind = document.body.className;
      const answer = await ask(`/${kind}/now?code=${encodeURIComponent(code)}`);
      if (answer?.status === 403) { location.reload(); return; }
      if (answer?.ok) show(answer.text);
    } while (again);
  })();
  await fetching;
  fetching = null;
}

// A page that changed under a finger would lose the tap.
let pressed = false;
let waiting = "";
document.addEventListener("pointerdown", () => { pressed = true; }, true);
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => setTimeout(() => {
    pressed = false;
    if (waiting) show(waiting);
  }), true);
}

// What is on the page stays there, as far as it is the same: it need not be laid out again.
const written = new WeakMap();
function note(place) {
  for (const each of place.querySelectorAll("[data-parts], [data-parts] > *")) written.set(each, each.outerHTML);
}
function put(html) {
  const made = document.createElement("template");
  made.innerHTML = html;
  fit(now, made.content);
}

function fit(place, fresh) {
  const before = [...place.children];
  const after = [...fresh.children].map((each) => {
    const text = each.outerHTML;
    let found = before.find((old) => written.get(old) === text);
    if (!found && "parts" in each.dataset) {
      found = before.find((old) => "parts" in old.dataset && old.tagName === each.tagName && old.className === each.className);
      if (found) {
        for (const { name, value } of each.attributes) if (found.getAttribute(name) !== value) found.setAttribute(name, value);
        fit(found, each);
      }
    }
    if (found) before.splice(before.indexOf(found), 1);
    found ??= each;
    written.set(found, text);
    if (found === each) note(each);
    return found;
  });
  for (const old of before) old.remove();
  let at = place.firstElementChild;
  for (const each of after) {
    if (each === at) at = at.nextElementSibling;
    else place.insertBefore(each, at);
  }
}

let shown = "";
function show(html) {
  waiting = pressed ? html : "";
  if (pressed || html === shown) return;
  shown = html;
  const before = main();
  const open = [...now.querySelectorAll("details")].map((each) => [each.id, each.open]);
  const typed = [...now.querySelectorAll("input[id]")].map((each) => [each.id, each.value]);
  const was = before?.dataset.asked;
  put(html);
  for (const [id, state] of open) {
    const each = id && document.getElementById(id);
    if (each) each.open = state;
  }
  for (const [id, text] of typed) {
    const each = document.getElementById(id);
    if (each) each.value = text;
  }
  const asked = main().dataset.asked;
  if (asked && !was) {
    say("");
    if (navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate(200);
  }
  if (document.visibilityState === "visible") seen = Number(main().dataset.line);
  dress();
}

function dress() {
  title();
  compose();
  now.querySelectorAll(".tapping").forEach(count);
  for (const news of now.querySelectorAll(".news[data-since]")) {
    for (const each of news.querySelectorAll("li")) each.hidden = each.value <= looked;
    for (const part of news.querySelectorAll(".part")) part.hidden = !part.querySelector("li:not([hidden])");
    news.hidden = !news.querySelector("li:not([hidden])");
  }
}

function title() {
  const shown = main().dataset;
  document.title = (shown.asked ? "● " : "") + shown.title;
}

async function send(action, fields, patience) {
  const answer = await ask(action, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", "X-Aparte": "page" },
    body: new URLSearchParams(fields),
  }, patience);
  if (answer?.status === 403) { location.reload(); return {}; }
  if (!answer) return {};
  try { return JSON.parse(answer.text); } catch { return { words: said.dataset.wrong }; }
}

async function act(action, fields, form) {
  const answer = await send(action, fields);
  if (answer.done && action === "/seat/move" && document.getElementById("tutor")?.checked) teach();
  if (answer.done) { path = []; look(); form?.querySelectorAll("input[id]").forEach((each) => { each.value = ""; }); }
  say(answer.words);
  offer(answer);
  // The page may be as it was: then nothing else would let its buttons be pressed again.
  if (!answer.done) compose();
  if (!answer.done || source?.readyState !== EventSource.OPEN) await refresh();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!("post" in form.dataset)) return;
  event.preventDefault();
  const fields = new FormData(form);
  if (event.submitter?.name) fields.set(event.submitter.name, event.submitter.value);
  act(form.getAttribute("action"), fields, form);
});

// a move, word by word

function moves() {
  const seat = main()?.dataset.seat;
  return [...now.querySelectorAll("#moves [data-move]")].map((each) => {
    const line = each.dataset.move;
    const words = line.split(" ");
    return { line, words: words[0] === seat ? words.slice(1) : words };
  });
}

function begins(words, part) { return part.every((word, at) => words[at] === word); }

function following(all) {
  const fitting = all.filter((each) => begins(each.words, path));
  const next = [...new Set(fitting.map((each) => each.words[path.length]).filter(Boolean))];
  const whole = fitting.find((each) => each.words.length === path.length);
  return { next, whole };
}

function compose() {
  const place = document.getElementById("compose");
  if (!place) { path = []; key = ""; return; }
  const choice = document.getElementById("choice");
  if (choice.dataset.key !== key) { path = []; key = choice.dataset.key; }
  const names = words(choice.dataset.words);
  spoken = words(choice.dataset.spoken);
  const all = moves();
  let found = following(all);
  if (!found.next.length && !found.whole) { path = []; found = following(all); }
  while (found.next.length === 1 && !found.whole) {
    path.push(found.next[0]);
    found = following(all);
  }
  place.replaceChildren();
  const told = box("said");
  path.forEach((word, at) => {
    const each = piece(word, names);
    each.addEventListener("click", () => { path = path.slice(0, at); shorten(all); compose(); });
    told.append(each);
  });
  if (path.length) {
    const back = button(place.dataset.back);
    back.addEventListener("click", () => { path = []; compose(); });
    if (path.length > 1 || all.some((each) => each.words[0] !== path[0])) told.append(back);
  }
  place.append(told);
  const options = box("options");
  for (const word of found.next) {
    const each = piece(word, names);
    each.dataset.option = word;
    each.addEventListener("click", () => { path.push(word); compose(); });
    options.append(each);
  }
  if (found.next.length) place.append(options);
  if (found.whole) {
    const confirm = button("", "confirm");
    confirm.dataset.move = found.whole.line;
    const line = document.createElement("code");
    line.textContent = found.whole.line;
    const words = document.createElement("span");
    words.className = "told";
    words.textContent = inWords[found.whole.line] || "";
    confirm.append(place.dataset.confirm, line, words);
    if (!inWords[found.whole.line]) tellInWords(found.whole.line, words);
    confirm.addEventListener("click", () => {
      confirm.disabled = true;
      act("/seat/move", { key, line: found.whole.line });
    });
    place.append(confirm);
  }
  for (const each of now.querySelectorAll(".about")) {
    each.hidden = path.length > 0 && each.dataset.verb !== path[0];
  }
  const left = [...path];
  const lies = Object.create(null);
  for (const each of now.querySelectorAll("[data-piece]")) {
    const word = each.dataset.piece;
    lies[word] ??= each.closest("section");
    each.classList.toggle("fits", found.next.includes(word) && lies[word] === each.closest("section"));
    const at = left.indexOf(each.dataset.piece);
    each.classList.toggle("taken", at >= 0);
    if (at >= 0) left.splice(at, 1);
  }
}

// A player may be called as what every object has.
function words(text) { return Object.assign(Object.create(null), JSON.parse(text || "{}")); }

// What a line says, in the language of this phone.
const inWords = {};
async function tellInWords(line, place) {
  const answer = await send("/seat/why", { key, line });
  if (answer.told) { inWords[line] = answer.told; place.textContent = answer.told; }
}
document.addEventListener("toggle", async (event) => {
  if (event.target.id !== "moves" || !event.target.open) return;
  const answer = await ask("/moves");
  if (!answer?.ok) return;
  Object.assign(inWords, JSON.parse(answer.text));
  for (const each of now.querySelectorAll("#moves [data-move]")) {
    if (each.querySelector("small")) continue;
    const words = document.createElement("small");
    words.textContent = inWords[each.dataset.move] || "";
    each.append(" ", words);
  }
}, true);

// Going back past words that had no other choice, or they would come again by themselves.
function shorten(all) {
  while (path.length && following(all).next.length < 2) path.pop();
}

function box(name) { const made = document.createElement("div"); made.className = name; return made; }
function button(text, name) {
  const made = document.createElement("button");
  made.type = "button"; made.textContent = text; made.className = name || "";
  return made;
}
function piece(word, names) {
  const made = button(spoken[word] || word, "p");
  made.dataset.word = word;
  if (names[word]) { made.title = names[word]; made.setAttribute("aria-label", names[word]); }
  return made;
}

now.addEventListener("click", async (event) => {
  const tapped = event.target.closest("[data-piece], .board [data-word], .board [title]");
  if (tapped && !tapped.closest("#compose")) await tap(tapped);
  const wanted = event.target.closest("[data-code]");
  if (wanted) { code = wanted.dataset.code; listen(); }
});

// A piece that cannot be used says why, if it is one's own; else what it does.
async function tap(place) {
  const word = place.dataset.piece || place.dataset.word || "";
  const about = place.dataset.piece ? "" : place.closest("[title]")?.title || "";
  if (!document.getElementById("compose")) { if (about) say(about); return; }
  const all = moves();
  let found = following(all);
  if (found.next.includes(word)) { path.push(word); say(about); compose(); return; }
  // Somewhere else on the way: the only kind of move that can begin with it, or start again.
  const first = [...new Set(all.filter((each) => each.words[1] === word).map((each) => each.words[0]))];
  if (first.length === 1) { path = [first[0], word]; say(about); compose(); return; }
  if (first.length) return;
  if (!place.closest("[data-piece], [data-own]")) { if (about) say(about); return; }
  const begun = path.length ? path : [place.closest("[data-own]")?.dataset.own || all[0].words[0]];
  const answer = await send("/seat/why", { key, line: [main().dataset.seat, ...begun, word].join(" ") });
  say([about, answer.words].filter(Boolean).join(" – "));
  offer(answer);
}

// At a real table a line that broke a rule may have been played all the same.
function offer(answer) {
  if (!answer.stands) return;
  const stands = button(answer.stands);
  stands.dataset.move = `${answer.line} !`;
  stands.addEventListener("click", () => act("/seat/move", { key: answer.key, line: answer.line, sure: "yes" }));
  said.append(" ", stands);
}

// what is drawn with real pieces: tapped one by one, counted, told

const tapped = {};
// What was told before stands there to be looked at again. Of size 0 nobody knows how many it are.
function told(section) {
  const { key, head, size } = section.dataset;
  const line = section.querySelector("[name=line]").value;
  const pieces = [...section.querySelectorAll("[data-tap]")].map((each) => each.dataset.tap);
  const before = line.startsWith(`${head} `) ? line.slice(head.length).split(" ") : [];
  const found = tapped[key] ??= before.filter((piece) => pieces.includes(piece));
  return { found, head, key, most: Number(size) || Infinity };
}
function count(section) {
  const { found, head, most } = told(section);
  for (const each of section.querySelectorAll("[data-tap]")) {
    const many = found.filter((piece) => piece === each.dataset.tap).length;
    each.classList.toggle("taken", many > 0);
    each.setAttribute("aria-pressed", many > 0);
    each.textContent = each.dataset.tap + (many > 1 ? ` ×${many}` : "");
    if ("ordered" in section.dataset && many) each.textContent += ` ${found.indexOf(each.dataset.tap) + 1}.`;
  }
  const tell = section.querySelector("[data-told]");
  section.querySelector(".count").textContent = most < Infinity ? `(${found.length}/${most})` : `(${found.length})`;
  if (!found.length) return;
  const line = `${head} ${found.join(" ")}`;
  section.querySelector("[name=line]").value = line;
  tell.disabled = most < Infinity && found.length !== most;
  if (tell.disabled) delete tell.dataset.move; else tell.dataset.move = line;
}
document.addEventListener("click", (event) => {
  const each = event.target.closest("[data-tap]");
  if (!each) return;
  const section = each.closest(".tapping");
  const { found, key, most } = told(section);
  const piece = each.dataset.tap;
  const many = found.filter((other) => other === piece).length;
  if (many >= Number(each.dataset.most) || (many && found.length >= most)) tapped[key] = found.filter((other) => other !== piece);
  else if (found.length < most) found.push(piece);
  count(section);
});
document.addEventListener("input", (event) => {
  const section = event.target.closest(".tapping");
  if (section) { tapped[section.dataset.key] = []; section.querySelector("[data-told]").disabled = false; }
});

// After a move the tutor says what it has cost, to whoever has asked for it.
async function teach() {
  const answer = await send("/seat/whisper", { about: "tutor" }, THINKING);
  if (answer.html && answer.told) said.innerHTML = answer.html;
}

// whispers, the log, the rules

const THINKING = 120_000;
let whisper = 0;
document.addEventListener("click", async (event) => {
  const asked = event.target.closest("[data-whisper]");
  if (!asked) return;
  const place = document.getElementById("whispered");
  place.textContent = "…";
  whisper += 1;
  const last = whisper;
  const answer = await send("/seat/whisper", { about: asked.dataset.whisper }, THINKING);
  if (last !== whisper) return;
  place.innerHTML = answer.html || "";
  if (answer.words) place.textContent = answer.words;
});
for (const each of document.querySelectorAll("details[data-load]")) {
  each.addEventListener("toggle", async () => {
    if (!each.open) return;
    const answer = await ask(each.dataset.load);
    if (answer?.ok) each.querySelector("div").innerHTML = answer.text;
  });
}

// staying at what is now

let source = null;
let silence = 0;
function listen() {
  source?.close();
  source = new EventSource(`/events?code=${encodeURIComponent(code)}`);
  source.addEventListener("now", (event) => { heard(); show(event.data); });
  source.addEventListener("alive", heard);
  source.onerror = () => {
    refresh();
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 1500);
  };
  heard();
}
// A line that is cut may say nothing of it: the table says every now and then that it is there.
function heard() {
  clearTimeout(silence);
  silence = setTimeout(() => { refresh(); listen(); }, Number(now.dataset.alive) * 2500);
}
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") { listen(); } else { look(); } });
window.addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
window.addEventListener("online", () => { refresh(); listen(); });
window.addEventListener("offline", lost);
note(now);
dress();
listen();
