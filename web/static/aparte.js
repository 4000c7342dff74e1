// Keeps a page at what is now, puts a move together from what is tapped, sends it once confirmed.
"use strict";
const now = document.getElementById("now");
const said = document.getElementById("said");
let picked = [];
let key = "";
let code = "";
document.documentElement.classList.add("js");
// A lesson stays as it is.
const still = !now.dataset.alive;
const book = `looked-${main()?.dataset.table}`;
let seen = Number(main()?.dataset.line || 0);
let looked = Math.min(Number(localStorage.getItem(book) ?? seen), seen);
localStorage.setItem(book, looked);
let fetching = null;
let again = false;

function main() { return now.querySelector("main"); }
function say(words) { said.textContent = words || ""; }
said.addEventListener("click", (event) => { if (!event.target.closest("button")) say(""); });

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
  const back = focused();
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
  announce(asked);
  back();
}

// Who does not see the page hears that it is their turn, and what is asked.
const turn = document.getElementById("turn");
function announce(asked) {
  const status = now.querySelector(".status")?.textContent ?? "";
  const begun = status.search(/\s?:/);
  const told = asked ? turn.dataset.turn + (begun < 0 ? `. ${status}` : status.slice(begun)) : "";
  if (turn.textContent !== told) turn.textContent = told;
}

// What had the focus has it again when it was drawn anew; else the status has it.
function focused() {
  const held = document.activeElement;
  if (!held || !now.contains(held)) return () => {};
  const place = (each) => each.closest("[data-to], .hand, .board, .dock")?.className;
  const part = place(held);
  const marks = ["id", "data-option", "data-step", "data-word", "data-tap", "name"].map((name) => [name, held.getAttribute(name)]);
  const mark = marks.find(([, value]) => value);
  return () => {
    if (document.activeElement !== document.body && now.contains(document.activeElement)) return;
    const like = mark ? [...now.querySelectorAll(`[${mark[0]}="${CSS.escape(mark[1])}"]`)] : [];
    const found = like.find((each) => place(each) === part);
    (found ?? now.querySelector(".confirm:enabled") ?? now.querySelector(".status"))?.focus({ preventScroll: true });
  };
}

// What lies in the middle of the table is seen whole: where it is much, it is drawn smaller.
function shrink() {
  const board = now.querySelector(".board");
  if (!board || main().dataset.kind === "seat") return;
  for (let percent = 110; percent >= 50; percent -= 5) {
    document.body.style.setProperty("--fit", percent / 100);
    if (board.scrollHeight <= board.clientHeight) return;
  }
}
window.addEventListener("resize", shrink);

function dress() {
  title();
  compose();
  shrink();
  now.querySelectorAll(".tapping").forEach(count);
  const lines = [...now.querySelectorAll("#news li")];
  const fresh = lines.filter((each) => each.value > looked);
  // Who has seen all may look at it once more.
  for (const each of lines) each.hidden = fresh.length > 0 && !fresh.includes(each);
  for (const part of now.querySelectorAll("#news .part")) part.hidden = !part.querySelector("li:not([hidden])");
  if (back && fresh.length > 1) step = fresh[0].value;
  back = false;
  walk(fresh);
}

// What others did is stepped through, line by line: from the first one for who comes back.
let step = 0;
let back = true;
function walk(fresh) {
  const found = fresh.findIndex((each) => each.value === step);
  const at = found < 0 ? fresh.length - 1 : found;
  const told = fresh.length > 1 ? fresh[at] : null;
  for (const each of now.querySelectorAll("[data-step]")) {
    each.hidden = !told;
    each.disabled = !told || !fresh[at + Number(each.dataset.step)];
    each.onclick = () => {
      const next = fresh[at + Number(each.dataset.step)];
      step = next === fresh.at(-1) ? 0 : next.value;
      walk(fresh);
      if (each.disabled) each.parentElement.querySelector("[data-step]:enabled").focus();
    };
  }
  const words = told && found >= 0 ? told.dataset.words.split(" ") : [];
  for (const each of now.querySelectorAll(".board [data-word]")) each.classList.toggle("spoken", words.includes(each.dataset.word));
  const line = now.querySelector("#news summary");
  if (!told || !line) return;
  line.innerHTML = told.innerHTML;
  line.dataset.at = `${at + 1}/${fresh.length}`;
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
  const asked = key;
  const answer = await send(action, fields);
  if (answer.done && action === "/seat/move" && document.getElementById("tutor")?.checked) teach();
  if (answer.done) {
    // The next question may have come before this answer.
    if (key === asked) picked = [];
    look();
    form?.querySelectorAll("input[id]").forEach((each) => { each.value = ""; });
    const over = form?.closest(".over");
    if (over) over.open = false;
  }
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

// A move is put together from what is tapped, in any order: every move that uses all of it is
// still meant. What lies nowhere on the page is a button below the hand.

const NAMED = /^\p{L}/u;
let known = { key: "", all: [] };
function moves() {
  const choice = document.getElementById("choice");
  if (known.key === choice.dataset.key && known.place === choice) return known.all;
  const seat = main().dataset.seat;
  const all = [...now.querySelectorAll("#moves [data-move]")].map((each) => {
    const line = each.dataset.move;
    const words = line.split(" ");
    if (words[0] === seat) words.shift();
    return { each, line, words, told: each.textContent, sorted: [...words].sort().join(" ") };
  });
  const twice = new Map();
  for (const { sorted } of all) twice.set(sorted, (twice.get(sorted) ?? 0) + 1);
  // Moves that differ only in their order are told apart by the order of the taps.
  for (const move of all) move.ordered = twice.get(move.sorted) > 1;
  known = { key: choice.dataset.key, place: choice, all };
  return all;
}

// What can be tapped, by word. `to` are the words behind which it may stand in a line: those of
// the place it lies in; the first hand answers the first word of a line if it does not say so. It
// may belong to somebody, who is meant `also`.
function targets() {
  const found = [...now.querySelectorAll(".hand [data-word], .board [data-word]")].map((place) => {
    const to = place.closest("[data-to]")?.dataset.to;
    const held = place.closest(".hand ~ .hand") ? [] : place.closest(".hand") ? "first" : "any";
    return { place, word: place.dataset.word, to: to ? to.split(" ") : held, also: place.dataset.also ?? "" };
  });
  const count = new Map();
  for (const each of found) {
    const name = `${each.word} ${each.to} ${each.also}`;
    each.at = count.get(name) ?? 0;
    count.set(name, each.at + 1);
  }
  return found;
}

// The words of a move: whether each lies on the page, and behind which word it stands.
function parts(move, lying) {
  let role = move.words[0];
  return move.words.map((word, at) => {
    const tos = at ? lying.get(word) : undefined;
    const part = { word, role, first: role === move.words[0] };
    part.lies = !!tos?.some((to) => reaches(to, part));
    if (!part.lies && NAMED.test(word)) role = word;
    return part;
  });
}
function reaches(to, part) { return to === "any" || (to === "first" ? part.first : to.includes(part.role)); }

// What is left of a move once all that was picked is used; null if something is not used by it.
function left(move, all) {
  const rest = [...all];
  let last = -1;
  for (const pick of picked) {
    const at = rest.findIndex((part) => part && part.word === pick.word
      && (pick.to ? part.lies && reaches(pick.to, part) : !part.lies));
    if (at < 0) return null;
    if (move.ordered && pick.to) {
      if (rest.slice(0, at).some((part) => part?.lies) || at < last) return null;
      last = at;
    }
    rest[at] = null;
    if (pick.also) {
      const owner = move.words.indexOf(pick.also);
      if (owner < 0) return null;
      rest[owner] = null;
    }
  }
  return rest.filter(Boolean);
}

function compose() {
  const place = document.getElementById("compose");
  const there = targets();
  if (!place) { picked = []; key = ""; for (const each of there) mark(each, null); return; }
  const choice = document.getElementById("choice");
  if (choice.dataset.key !== key) { picked = []; key = choice.dataset.key; }
  const lying = new Map();
  for (const { word, to } of there) lying.set(word, [...(lying.get(word) ?? []), to]);
  const all = moves().map((move) => ({ move, parts: parts(move, lying) }));
  let meant = fitting(all);
  if (!meant.length) { picked = []; meant = fitting(all); }
  const alone = meant.length === 1;
  const whole = plainest(meant.filter((each) => alone || !each.rest.some((part) => part.lies)));
  const begin = picked.some((pick) => pick.to) ? startable(all) : meant;
  const inHand = (each) => !!each.place.closest(".hand");
  const open = (some, each) => some.some(({ move, rest }) => (!each.also || move.words.includes(each.also))
    && next(move, rest).some((part) => part.word === each.word && reaches(each.to, part)));
  const taken = new Set();
  for (const pick of picked) taken.add(there.find((each) => same(each, pick)));
  const fits = there.filter((each) => !taken.has(each) && open(meant, each));
  // At first the hand stands for itself; what lies on the board shines once it is its turn.
  const shines = picked.length > 0 || !fits.some(inHand);
  for (const each of there) {
    const fit = fits.includes(each);
    mark(each, { fits: fit, shines: fit && shines, starts: open(begin, each), taken: taken.has(each) || (alone && fit) });
  }
  offerWords(place, all, meant, whole);
  confirmed(place, whole.chosen && (picked.length || alone) ? whole.chosen.move : null, meant);
}
// Of whole moves the one is chosen of which all others say more.
function plainest(whole) {
  const says = ({ rest }) => rest.map((part) => part.word);
  whole.chosen = whole.find((one) => whole.every((other) => says(one).every((word) => says(other).includes(word))));
  return whole;
}
function fitting(all) {
  return all.map((each) => ({ ...each, rest: left(each.move, each.parts) })).filter((each) => each.rest);
}
function startable(all) {
  const kept = picked;
  picked = picked.filter((pick) => !pick.to);
  const found = fitting(all);
  picked = kept;
  return found;
}
function next(move, rest) {
  const lie = rest.filter((part) => part.lies);
  return move.ordered ? lie.slice(0, 1) : lie;
}

// A piece shows whether it can be tapped, and is a button for keyboards then.
function mark({ place, to }, state) {
  const own = place.closest(".hand") && to.length > 0;
  place.classList.toggle("fits", !!state?.shines);
  place.classList.toggle("taken", !!state?.taken);
  place.classList.toggle("pale", !!(state && own && !state.starts && !state.taken && !state.fits));
  if (state) place.dataset.state = state.fits ? "fits" : state.taken ? "taken" : state.starts ? "starts" : ""; else delete place.dataset.state;
  const tappable = state && (state.fits || state.taken || state.starts);
  if (own) { if (tappable) place.setAttribute("aria-pressed", state.taken); else place.removeAttribute("aria-pressed"); return; }
  if (tappable) {
    place.tabIndex = 0;
    place.setAttribute("role", "button");
    place.setAttribute("aria-pressed", state.taken);
  } else for (const name of ["tabindex", "role", "aria-pressed"]) place.removeAttribute(name);
}

// The words that lie nowhere: kinds of moves, then whatever tells whole moves apart.
function offerWords(place, all, meant, whole) {
  const names = words(document.getElementById("choice").dataset.words);
  const chosen = picked.filter((pick) => !pick.to).map((pick) => pick.word);
  const kept = picked;
  picked = picked.filter((pick) => pick.to);
  const open = fitting(all);
  picked = kept;
  const kinds = [...new Set(open.map(({ move }) => move.words[0]))];
  const found = kinds.length > 1 ? kinds.filter((word) => names[word] || picked.length) : [];
  if (kinds.length === 1 || chosen.some((word) => kinds.includes(word))) {
    const bare = (each) => each.rest.filter((part) => !part.lies && NAMED.test(part.word)).map((part) => part.word);
    const those = picked.length ? whole : meant;
    if (those.length > 1) {
      const shared = those.map(bare).reduce((some, more) => some.filter((word) => more.includes(word)));
      for (const word of whole.flatMap(bare)) if (!shared.includes(word) && !found.includes(word)) found.push(word);
    }
  }
  for (const word of chosen) if (!found.includes(word)) found.push(word);
  const before = [...place.querySelectorAll("[data-option]")];
  const options = place.querySelector(".options") ?? place.appendChild(box("options"));
  const after = found.map((word) => {
    const each = before.find((old) => old.dataset.option === word) ?? button(names[word] || word, "option");
    each.dataset.option = word;
    each.setAttribute("aria-pressed", chosen.includes(word));
    return each;
  });
  options.replaceChildren(...after);
  options.hidden = !found.length;
}

// The button says the whole move; before that, as much of it as is certain.
function confirmed(place, move, meant) {
  const confirm = place.querySelector(".confirm") ?? place.appendChild(button("", "confirm"));
  confirm.disabled = !move;
  confirm.id = "confirm";
  if (move) {
    confirm.dataset.move = move.line;
    confirm.textContent = move.told;
  } else {
    delete confirm.dataset.move;
    const begun = picked.length ? meant.map((each) => `${each.move.told} `).reduce(shared).replace(/[^\s,]*$/, "") : "";
    confirm.textContent = begun.trim() ? `${begun.trim()} …` : place.dataset.choose;
  }
}
function shared(one, other) {
  let end = 0;
  while (end < one.length && one[end] === other[end]) end += 1;
  // A comma is no other word.
  return one.slice(0, end) + (/[\s,]/.test(one[end] ?? "") && /[\s,]/.test(other[end] ?? "") ? " " : "");
}

// A player may be called as what every object has.
function words(text) { return Object.assign(Object.create(null), JSON.parse(text || "{}")); }
function box(name) { const made = document.createElement("div"); made.className = name; return made; }
function button(text, name) {
  const made = document.createElement("button");
  made.type = "button"; made.textContent = text; made.className = name || "";
  return made;
}

now.addEventListener("click", async (event) => {
  const wanted = event.target.closest("[data-code]");
  if (wanted) { code = wanted.dataset.code; listen(); }
  const confirm = event.target.closest("#compose .confirm");
  // A button that goes out would lose the focus to nothing.
  if (confirm && confirm === document.activeElement) now.querySelector(".status").focus({ preventScroll: true });
  if (confirm && still) { moves().find((each) => each.line === confirm.dataset.move).each.click(); return; }
  if (confirm) { confirm.disabled = true; act("/seat/move", { key, line: confirm.dataset.move }); return; }
  const option = event.target.closest("[data-option]");
  if (option) { toggle({ word: option.dataset.option }); return; }
  const tapped = event.target.closest("[data-state]:not([data-state=''])")
    ?? event.target.closest(".hand [data-word], .board [data-word]") ?? event.target.closest(".board [title]");
  if (tapped) await tap(tapped, event.target);
});
now.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  const place = event.target.closest("[role=button]");
  if (place) { event.preventDefault(); place.click(); }
});
function same(one, other) {
  return one.word === other.word && `${one.to}` === `${other.to}` && one.at === other.at && one.also === other.also;
}
function toggle(pick) {
  const at = picked.findIndex((each) => same(each, pick));
  if (at >= 0) picked.splice(at, 1);
  else {
    // Another kind of move, or another way to go on, takes the place of the one before.
    if (!pick.to) picked = picked.filter((each) => each.to);
    picked.push(pick);
  }
  say("");
  const held = document.activeElement;
  compose();
  keep(held);
}

// What was tapped keeps the focus, though it may have been moved; once it cannot be tapped, the button has it.
function keep(held) {
  if (!now.contains(held) && held.isConnected) return;
  const there = held.isConnected && held.tabIndex >= 0 ? held : now.querySelector(".confirm:enabled");
  (there ?? now.querySelector(".status")).focus({ preventScroll: true });
}

// A piece that cannot be used says why, if it is one's own; else what it does.
async function tap(place, on) {
  const each = targets().find((one) => one.place === place);
  const about = place.dataset.piece ? "" : on.closest("[title]")?.title || "";
  const state = each && place.dataset.state;
  if (state === "starts") picked = picked.filter((pick) => !pick.to);
  if (state) { toggle({ word: each.word, to: each.to, at: each.at, also: each.also }); if (about) say(about); return; }
  if (still || !document.getElementById("compose") || !place.closest("[data-piece], [data-own]")) { if (about) say(about); return; }
  const verb = place.closest("[data-own]")?.dataset.own || moves()[0].words[0];
  const answer = await send("/seat/why", { key, line: [main().dataset.seat, verb, each.word].join(" ") });
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
    const nth = "ordered" in section.dataset && many ? `${found.indexOf(each.dataset.tap) + 1}.` : "";
    each.querySelector("em").textContent = many > 1 ? `×${many}` : nth;
  }
  const tell = section.querySelector("[data-told]");
  section.querySelector(".count").textContent = most < Infinity ? `(${found.length}/${most})` : `(${found.length})`;
  const line = `${head} ${found.join(" ")}`.trim();
  if (found.length) section.querySelector("[name=line]").value = line;
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
let waited = null;
document.addEventListener("click", async (event) => {
  const map = event.target.closest("[data-map]");
  if (map) turnTo(map);
  const asked = event.target.closest("[data-whisper]");
  // Who is impatient asks for no more than once.
  if (!asked || waited === asked) return;
  waited = asked;
  const place = document.getElementById("whispered");
  const before = asked.dataset.words ? [...place.childNodes] : [];
  place.replaceChildren(...before, "…");
  whisper += 1;
  const last = whisper;
  const answer = await send("/seat/whisper", { about: asked.dataset.whisper }, THINKING);
  if (last !== whisper) return;
  waited = null;
  place.innerHTML = answer.html || "";
  if (answer.words) place.textContent = answer.words;
  // A hint goes on from the one before, which stays in sight.
  if (answer.more && !answer.first) place.prepend(...before);
  for (const each of document.querySelectorAll("[data-whisper]")) if (each !== asked || !answer.more) first(each);
  if (answer.more) {
    asked.dataset.words ??= asked.textContent;
    asked.textContent = answer.more;
  }
});
function first(asked) {
  if (asked.dataset.words) asked.textContent = asked.dataset.words;
  delete asked.dataset.words;
}
function turnTo(map) {
  for (const each of map.parentElement.children) each.setAttribute("aria-pressed", each === map);
  document.querySelectorAll("#whispered .map").forEach((each, at) => { each.hidden = at !== Number(map.dataset.map); });
}
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
  if (still) return;
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
document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && document.querySelector(".over[open]");
  if (open) { open.open = false; open.querySelector("summary").focus(); }
  if (event.key === "Escape") say("");
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") { look(); return; }
  seen = Number(main().dataset.line);
  back = true;
  dress();
  listen();
});
window.addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
if (!still) {
  window.addEventListener("online", () => { refresh(); listen(); });
  window.addEventListener("offline", lost);
}
note(now);
dress();
listen();
