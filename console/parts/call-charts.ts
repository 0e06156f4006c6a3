import { html, nothing } from "lit";
import type { StatisticsDay } from "../answers.ts";
import { READER } from "../locale.ts";
import { chart } from "./chart.ts";
import { figure } from "./figure.ts";
import { count, decimal, duration, share } from "./format.ts";

const sum = (days: readonly StatisticsDay[], of: (day: StatisticsDay) => number) =>
  days.reduce((total, day) => total + of(day), 0);
const short = new Intl.DateTimeFormat(READER, { month: "short", day: "numeric", timeZone: "UTC" });
const minutes = (value: number): string =>
  value >= 10 || Number.isInteger(value) ? count(Math.round(value)) : decimal(value);

/** The totals of the days. @param tests test calls, which are counted apart */
export function callFigures(days: readonly StatisticsDay[], tests: number) {
  const sessions = sum(days, (day) => day.sessions);
  const connected = sum(days, (day) => day.connected);
  const ratings = sum(days, (day) => day.ratings);
  const seconds = sum(days, (day) => day.seconds);
  const asked = sum(days, (day) => day.persons_asked);
  const answered = sum(days, (day) => day.persons_answered);
  const rated = sum(days, (day) => day.person_ratings);
  const withPerson = rated > 0 ? `; with a person ${decimal(sum(days, (day) => day.person_rating_sum) / rated)}` : "";
  const waits = days.flatMap(({ person_wait_seconds }) => person_wait_seconds ?? []).toSorted((a, b) => a - b);
  const middle = waits[Math.floor((waits.length - 1) / 2)];
  const wait = middle === undefined ? "" : `, usually after ${duration(middle * 1000)}`;
  return html`<dl class="figures">
    ${figure("Calls", count(sessions), tests > 0 ? `and ${count(tests)} test call${tests === 1 ? "" : "s"}` : nothing)}
    ${figure("Connected", count(connected), sessions > 0 ? share(connected, sessions) : nothing)}
    ${figure("Talk time", duration(seconds * 1000), connected > 0 ? `${duration((seconds / connected) * 1000)} a call` : nothing)}
    ${figure("Credits", count(sum(days, (day) => day.credits)))}
    ${figure(
      "Rating",
      ratings > 0 ? decimal(sum(days, (day) => day.rating_sum) / ratings) : "–",
      ratings > 0 ? `of 5, by ${count(ratings)}${withPerson}` : nothing,
    )}
    ${asked > 0 ? figure("Asked for a person", count(asked), `${count(answered)} answered${wait}`) : nothing}
  </dl>`;
}

/** Who of the team joined how often. */
export function joinedBy(days: readonly StatisticsDay[]) {
  const names = new Map<string, number>();
  for (const joined of days.flatMap((day) => day.persons_joined))
    names.set(joined.name, (names.get(joined.name) ?? 0) + joined.count);
  if (names.size === 0) return nothing;
  return html`<h2>Who stepped in</h2>
    <dl class="figures">
      ${[...names].toSorted(([, a], [, b]) => b - a).map(([name, times]) => figure(name, count(times)))}
    </dl>`;
}

/** Calls, minutes, cost and ratings, a bar for each day. */
export function callCharts(days: readonly StatisticsDay[]) {
  const bars = (values: (day: StatisticsDay) => (number | null)[]) =>
    days.map((day) => ({ label: short.format(new Date(day.day)), values: values(day) }));
  const one = (name: string) => [{ name, tone: "accent" as const }];
  return html`<div class="charts">
    ${chart({
      title: "Calls",
      parts: [
        { name: "Connected", tone: "accent" },
        { name: "Not connected", tone: "bad" },
      ],
      bars: bars(({ sessions, connected }) => [connected, sessions - connected]),
    })}
    ${chart({ title: "Minutes", parts: one("Minutes"), bars: bars(({ seconds }) => [seconds / 60]), format: minutes })}
    ${chart({ title: "Cost", parts: one("Credits"), bars: bars(({ credits }) => [credits]) })}
    ${chart({
      title: "Ratings",
      parts: [{ name: "Average", tone: "good" }],
      bars: bars(({ ratings, rating_sum }) => [ratings > 0 ? rating_sum / ratings : null]),
      format: decimal,
      most: 5,
    })}
  </div>`;
}
