import { html, svg } from "lit";
import type { AnalyticsCount, StatisticsDay } from "../answers.ts";
import { count, words } from "./format.ts";
import { numbers, table } from "./table.ts";

/** The steps of a visitor, in order; a site's own names follow. */
const STEPS: Record<string, string> = {
  impression: "Saw the launcher",
  open: "Opened the widget",
  start: "Started a conversation",
  connected: "Was connected",
  ended: "Ended the conversation",
  failed: "Failed to connect",
  mic_denied: "Blocked the microphone",
  feedback: "Rated the conversation",
  close: "Closed the widget",
};
const ORDER = Object.keys(STEPS);
const place = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/** What visitors did with the widget, as counts: in all, and day by day. */
export function visitorCounts(counts: readonly AnalyticsCount[], days: readonly Pick<StatisticsDay, "day">[]) {
  const names = [...new Set(counts.map(({ name }) => name))].sort((a, b) => place(a) - place(b) || a.localeCompare(b));
  return html`<div class="section-head">
      <h2>What visitors did</h2>
      <p>Counted by the widget, without identifying visitors.</p>
    </div>
    ${table(
      names.map((name) => ({
        step: STEPS[name] ?? words(name),
        perDay: new Map(counts.filter((one) => one.name === name).map((one) => [one.day, one.count])),
      })),
      {
        Step: ({ step }) => step,
        Count: numbers(({ perDay }) => count([...perDay.values()].reduce((sum, value) => sum + value, 0))),
        "By day": { cell: ({ step, perDay }) => bars(step, days, perDay), kind: "wide" },
      },
      { kind: "counts" },
    )}`;
}

/** One bar a day, as tall as its share of the best day. */
function bars(name: string, days: readonly { day: string }[], perDay: ReadonlyMap<string, number>) {
  const most = Math.max(1, ...perDay.values());
  const best = [...perDay].sort((a, b) => b[1] - a[1])[0];
  const label = best ? `${name}: most on ${best[0]}, ${count(best[1])}` : name;
  return html`<svg class="bars" viewBox="0 0 ${days.length * 10} 100" preserveAspectRatio="none" role="img" aria-label=${label}>
    ${days.map(({ day }, index) => {
      const value = perDay.get(day) ?? 0;
      const height = value === 0 ? 4 : Math.max(8, (value / most) * 100);
      return svg`<rect class=${value === 0 ? "none" : ""} x=${index * 10 + 1} y=${100 - height} width="8" height=${height}>
        <title>${day}: ${count(value)}</title>
      </rect>`;
    })}
  </svg>`;
}
