import type { ConnectionFacts } from "./connection-facts.ts";
import { debugStyles } from "./debug-styles.ts";
import type { Latency } from "./event-log.ts";
import type { Finding } from "./finding.ts";
import { findingItems, kindOf, SIGNS } from "./finding-items.ts";
import { SoundView } from "./sound-view.ts";

const MAX_EVENTS = 200;

/** Where the board is shown, and what its buttons do. */
interface Place {
  dock: HTMLElement;
  addStyles(css: string): void;
  checkAgain(): void;
  close(): void;
}

/** The owner's view on the page itself: self-check, connection, sound, events. */
export class DebugBoard {
  readonly #root = make("section", "debug");
  readonly #result = make("span", "result");
  readonly #check = make("ul", "check");
  readonly #connection = make("dl");
  readonly #events = make("div", "events");
  readonly #sound = new SoundView();
  #findings: Finding[] = [];
  #shown: ConnectionFacts = [];

  constructor(place: Place) {
    place.addStyles(debugStyles);
    const title = make("h2");
    title.append(`Voice Widget ${__VERSION__}`, this.#result);
    this.#result.setAttribute("role", "status");
    const copy = button("Copy", () => void this.#copy(copy));
    const bar = make("header");
    bar.append(title, button("Check again", place.checkAgain), copy, button("Close", place.close));
    const scrollArea = make("div", "scroll");
    this.#events.setAttribute("role", "log");
    // Events that are read aloud would drown the conversation.
    this.#events.setAttribute("aria-live", "off");
    for (const [part, name] of [
      [this.#root, "Voice Widget, debug"],
      [scrollArea, "Findings"],
      [this.#events, "Events"],
    ] as const)
      part.setAttribute("aria-label", name);
    scrollArea.setAttribute("role", "region");
    for (const part of [scrollArea, this.#events]) part.tabIndex = 0;
    scrollArea.append(heading("Self-check"), this.#check, heading("Sound"), this.#sound.element);
    scrollArea.append(heading("Conversation"), this.#connection, heading("Events"), this.#events);
    this.#root.setAttribute("part", "debug");
    this.#root.lang = "en";
    this.#root.append(bar, scrollArea);
    place.dock.before(this.#root);
  }

  checking(): void {
    this.#result.textContent = "checking …";
  }

  found(findings: Finding[]): void {
    this.#findings = findings;
    const problems = findings.filter(({ ok }) => ok === false).length;
    this.#result.textContent = problems ? `${problems} ${problems > 1 ? "problems" : "problem"}` : "No problems found";
    this.#check.replaceChildren(...findingItems(findings));
  }

  measured(latency: Latency, connection: ConnectionFacts): void {
    const answers = [...latency.answers].sort((one, other) => one - other);
    const median = answers[Math.floor(answers.length / 2)];
    const facts: ConnectionFacts = [...connection];
    if (latency.connected !== null) facts.push(["Connected after", `${Math.round(latency.connected)} ms`]);
    if (median !== undefined) facts.push(["Answers after, median", `${Math.round(median)} ms of ${answers.length}`]);
    if (JSON.stringify(facts) === JSON.stringify(this.#shown)) return;
    this.#shown = facts;
    this.#connection.replaceChildren(
      ...facts.flatMap(([name, value]) => {
        const [term, description] = [make("dt"), make("dd")];
        term.textContent = name;
        description.textContent = value;
        return [term, description];
      }),
    );
  }

  sounds(levels: { input: number; output: number }, findings: Finding[]): void {
    this.#sound.draw(levels, findings);
  }

  log(text: string): void {
    const entry = make("p");
    const time = make("time");
    time.textContent = new Date().toLocaleTimeString("en-GB");
    entry.append(time, text);
    const events = this.#events;
    const atEnd = events.scrollHeight - events.scrollTop - events.clientHeight < 40;
    events.append(entry);
    if (events.children.length > MAX_EVENTS) events.firstChild?.remove();
    if (atEnd) events.scrollTop = events.scrollHeight;
  }

  remove(): void {
    this.#root.remove();
  }

  /** Copies a report for support; it contains no complete key. */
  async #copy(button: HTMLButtonElement): Promise<void> {
    const lines = [
      `Voice Widget ${__VERSION__}, ${navigator.userAgent}`,
      ...[...this.#findings, ...this.#sound.findings].map(({ ok, text }) => `${SIGNS[kindOf(ok)]} ${text}`),
      ...this.#shown.map(([name, value]) => `${name}: ${value}`),
      ...[...this.#events.children].map(({ textContent }) => textContent ?? ""),
    ];
    try {
      await navigator.clipboard.writeText(lines.join("\n"));
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not allowed to copy";
    }
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2_500);
  }
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, className = ""): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  return element;
}

function heading(text: string): HTMLElement {
  const made = make("h3");
  made.textContent = text;
  return made;
}

function button(label: string, act: () => void): HTMLButtonElement {
  const made = make("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", act);
  return made;
}
