import type { Finding } from "./finding.ts";
import { findingItems } from "./finding-items.ts";
import { toDecibels } from "./sound-judge.ts";

/** The quietest level that a bar shows, decibels. */
const QUIETEST = -60;

/** Two bars, and what is wrong with the sound. */
export class SoundView {
  readonly element = document.createElement("div");
  readonly #microphone = bar("Microphone");
  readonly #agent = bar("Agent");
  readonly #list = document.createElement("ul");
  findings: Finding[] = [];

  constructor() {
    this.element.className = "sound";
    this.#list.className = "check";
    this.element.append(this.#microphone.row, this.#agent.row, this.#list);
  }

  draw(levels: { input: number; output: number }, findings: Finding[]): void {
    this.#microphone.show(levels.input);
    this.#agent.show(levels.output);
    if (JSON.stringify(findings) === JSON.stringify(this.findings)) return;
    this.findings = findings;
    this.#list.replaceChildren(...findingItems(findings));
  }
}

function bar(name: string) {
  const row = document.createElement("label");
  const meter = document.createElement("meter");
  meter.min = QUIETEST;
  meter.max = 0;
  meter.value = QUIETEST;
  row.append(name, meter);
  return { row, show: (level: number) => (meter.value = Math.max(QUIETEST, toDecibels(level))) };
}
