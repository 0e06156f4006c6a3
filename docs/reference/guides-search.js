/**
 * The search of the guides: all words, in headings and text, as they are typed. `?q=` of the address has them, so that
 * a reload and a link show the same. The sections are loaded when somebody begins.
 */
const MOST = 30;
/** Characters of a section's text that are shown, and how many of them stand before the first word. */
const SHOWN = 180;
const BEFORE = 50;

const form = document.querySelector('form[role="search"]');
const field = form.elements.q;
const place = document.querySelector(".found");
const [title, status, list] = place.children;
let sections = null;

/** Without case and accents; of the same length, so that a place in one is the same in the other. */
const fold = (text) => [...text].map((sign) => folded(sign)).join("");
const folded = (sign) => {
  const plain = sign.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.length === sign.length ? plain : sign;
};

async function load() {
  const response = await fetch("/guides/search.json");
  if (!response.ok) throw new Error(`Status ${response.status}`);
  const all = await response.json();
  return all.map((section) => ({
    ...section,
    about: fold(section.guide),
    named: ` ${fold(section.heading)}`,
    said: ` ${fold(section.text)}`,
  }));
}

/** How well a section fits; 0 where a word is missing. Where a word begins counts for more than inside of another. */
function scoreOf({ about, named, said }, words) {
  // What the guide is called is no word of each of its sections.
  if (!words.some((word) => named.includes(word) || said.includes(word))) return 0;
  let sum = named === ` ${words.join(" ")}` ? 10 : 0;
  for (const word of words) {
    const points =
      (named.includes(` ${word}`) ? 8 : named.includes(word) ? 4 : 0) +
      (said.includes(` ${word}`) ? 2 : said.includes(word) ? 1 : 0) +
      (about.includes(word) ? 1 : 0);
    if (points === 0) return 0;
    sum += points;
  }
  return sum;
}

/** The text around the first word, with the words marked. */
function excerpt({ text, said }, words) {
  const places = words.map((word) => said.indexOf(word)).filter((at) => at >= 0);
  const wanted = Math.max(0, Math.min(...places, text.length) - 1 - BEFORE);
  const from = places.length === 0 || wanted === 0 ? 0 : text.indexOf(" ", wanted) + 1;
  const whole = text.slice(from, from + SHOWN);
  const part = from + SHOWN < text.length ? whole.replace(/\s\S*$/, "") : whole;
  const line = document.createElement("p");
  if (from > 0) line.append("… ");
  line.append(...marked(part, words));
  if (from + SHOWN < text.length) line.append(" …");
  return line;
}

function marked(text, words) {
  const plain = fold(text);
  const pieces = [];
  let done = 0;
  while (done < text.length) {
    const next = words
      .map((word) => ({ at: plain.indexOf(word, done), length: word.length }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at || b.length - a.length)[0];
    if (!next) break;
    const mark = document.createElement("mark");
    mark.textContent = text.slice(next.at, next.at + next.length);
    pieces.push(text.slice(done, next.at), mark);
    done = next.at + next.length;
  }
  return [...pieces, text.slice(done)];
}

function row(section, words) {
  const link = document.createElement("a");
  link.href = section.href;
  const name = document.createElement("strong");
  name.append(...marked(section.heading, words));
  link.append(name);
  if (section.heading !== section.guide) {
    const guide = document.createElement("span");
    guide.textContent = section.guide;
    link.append(" ", guide);
  }
  const item = document.createElement("li");
  item.append(link);
  if (section.text) item.append(excerpt(section, words));
  return item;
}

const inWords = (count) =>
  count === 1 ? "1 place" : count > MOST ? `The best ${MOST} of ${count} places` : `${count} places`;

async function show() {
  const asked = field.value;
  const words = [...new Set(fold(asked).split(/\s+/).filter(Boolean))];
  document.documentElement.classList.toggle("searching", words.length > 0);
  title.hidden = words.length === 0;
  if (words.length === 0) {
    status.textContent = "";
    return list.replaceChildren();
  }
  try {
    sections ??= load();
    const all = await sections;
    // The newest words win.
    if (field.value !== asked) return;
    const found = all
      .map((section) => ({ section, score: scoreOf(section, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    status.textContent =
      found.length === 0 ? `No guide has all of these words: ${asked.trim()}` : inWords(found.length);
    list.replaceChildren(...found.slice(0, MOST).map(({ section }) => row(section, words)));
  } catch {
    sections = null;
    status.textContent = "The search did not load. Change a letter to try again.";
    list.replaceChildren();
  }
}

/** The address has the words, not each of them as a page of the browser's history. */
function keep() {
  const address = new URL(location.href);
  if (field.value.trim()) address.searchParams.set("q", field.value.trim());
  else address.searchParams.delete("q");
  history.replaceState(null, "", address);
}

const links = () => [...list.querySelectorAll("a")];

field.addEventListener("input", () => {
  keep();
  void show();
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  await show();
  links()[0]?.focus();
});
document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
  const here = links().indexOf(document.activeElement);
  const typing = document.activeElement === field;
  if (event.key === "/" && !typing) field.focus();
  else if (event.key === "Escape" && (typing || here >= 0) && field.value) {
    field.value = "";
    keep();
    void show();
    field.focus();
  } else if (event.key === "ArrowDown" && (typing || here >= 0)) links()[here + 1]?.focus();
  else if (event.key === "ArrowUp" && here >= 0) (here === 0 ? field : links()[here - 1]).focus();
  else return;
  event.preventDefault();
});
form.hidden = false;
field.value = new URLSearchParams(location.search).get("q") ?? "";
if (field.value) void show();
