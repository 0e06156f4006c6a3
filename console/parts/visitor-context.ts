import { html, nothing } from "lit";
import type { SessionShown } from "../answers.ts";
import { fact } from "./fact.ts";
import { words } from "./format.ts";

const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** What the page told the agent about the visitor: the newest, as the visitor may have gone to another page. */
export function contextCard({ events }: Pick<SessionShown, "events">) {
  const event = events.findLast(({ type }) => type === "context");
  if (event?.type !== "context") return nothing;
  return html`<section class="card">
    <header><h2>Told by the page</h2></header>
    <dl class="facts">
      ${Object.entries(event.pairs).map(([name, value]) => fact(words(name), shown(value)))}
    </dl>
  </section>`;
}
