import { html, nothing, svg, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { parseMarkdown } from "../../shared/markdown/blocks.ts";
import { markdownView } from "../../shared/markdown/view.ts";
import type { SessionShown } from "../answers.ts";
import { clock, decimal, duration, words } from "./format.ts";
import { type TimelineItem, timelineItems } from "./timeline-items.ts";

const seconds = (milliseconds: number): string => `${decimal(milliseconds / 1000)} s`;
/** Rows of the picture. */
const ROWS = { user: "Visitor", agent: "Agent", person: "Person", other: "Events" };

/** A conversation from its start to its end: what was said, which tools ran, what interrupted it, and how long answers took. */
export function timeline(session: SessionShown): TemplateResult {
  const items = timelineItems(session);
  if (items.length === 0) return html`<p class="muted">Nothing was said, or the page did not report it.</p>`;
  const start = session.connected_at ?? session.started_at;
  const end = Math.max(session.ended_at ?? 0, items.at(-1)?.at ?? 0, start + 1000);
  return html`${strip(items, start, end)} ${list(items, start, session.agent_name)}`;
}

/** The same without its picture. */
export function timelineList(session: SessionShown): TemplateResult {
  return list(timelineItems(session), session.connected_at ?? session.started_at, session.agent_name);
}

/** Rows stay as they were drawn while nothing of them changes: a long conversation grows line by line. */
const list = (items: readonly TimelineItem[], start: number, agent: string): TemplateResult =>
  html`<ol class="timeline">
    ${items.map((item) => guard([start, agent, JSON.stringify(item)], () => row(item, start, agent)))}
  </ol>`;

/** When who spoke: a picture of what the list below says in words. */
function strip(items: readonly TimelineItem[], start: number, end: number) {
  const place = (at: number) => 1 + ((Math.min(Math.max(at, start), end) - start) / (end - start)) * 98;
  const rowOf = (item: TimelineItem) => (item.kind === "said" ? item.role : "other");
  const met = items.some((item) => rowOf(item) === "person");
  const rows = (Object.keys(ROWS) as (keyof typeof ROWS)[]).filter((name) => met || name !== "person");
  const top = (item: TimelineItem) => rows.indexOf(rowOf(item)) * 10;
  // In a call of a few seconds, half seconds matter.
  const written = end - start < 10_000 ? seconds : duration;
  return html`<div class="strip" aria-hidden="true">
    <div class="who">${rows.map((name) => html`<span>${ROWS[name]}</span>`)}</div>
    <svg viewBox="0 0 100 ${rows.length * 10}" preserveAspectRatio="none">
      ${rows.map((_, index) => svg`<line x1="0" x2="100" y1=${index * 10 + 5} y2=${index * 10 + 5}></line>`)}
      ${items.map((item) => {
        const tone = item.kind === "mark" ? item.tone : item.kind === "said" ? item.role : "tool";
        return svg`<line class="mark ${tone}" x1=${place(item.at)} x2=${place(item.at)} y1=${top(item) + 1.5} y2=${top(item) + 8.5}></line>`;
      })}
    </svg>
    <div class="axis-x"><span>0 s</span><span>${written((end - start) / 2)}</span><span>${written(end - start)}</span></div>
  </div>`;
}

function row(item: TimelineItem, start: number, agent: string): TemplateResult {
  const when = html`<span class="when" title="Since the call was connected">${offset(item.at - start)}</span>`;
  switch (item.kind) {
    case "said":
      return html`<li class="said ${item.role}">
        <small>
          <b>${item.role === "user" ? "Visitor" : (item.name ?? agent)}</b> ${when} ${clock(item.at)}
          ${item.waited === null ? nothing : html`<span>answered after ${seconds(item.waited)}</span>`}
        </small>
        ${item.role === "agent" ? html`<div class="markdown">${markdownView(parseMarkdown(item.text), { resolve: elsewhere })}</div>` : html`<p dir="auto">${item.text}</p>`}
        ${item.interrupted ? html`<small>cut short by the visitor</small>` : nothing}
        ${
          item.sources.length > 0
            ? html`<ul class="sources" aria-label="Sources">
                ${item.sources.map(({ title, url }) => html`<li><a href=${url} target="_blank" rel="noopener noreferrer">${title}</a></li>`)}
              </ul>`
            : nothing
        }
      </li>`;
    case "tool":
      return html`<li class="event tool">${when} ${tool(item)}</li>`;
    case "mark":
      return html`<li class="event ${item.tone}">
        ${when} <b>${item.text}</b> ${item.detail ? html`<span>${item.detail}</span>` : nothing}
      </li>`;
  }
}

/** A place on the site that the visitor was on is none here. */
const elsewhere = (href: string): string | null => (/^[a-z]+:/i.test(href) ? href : null);

function tool({ name, outcome }: TimelineItem & { kind: "tool" }) {
  const used = html`Used <b>${words(name)}</b>`;
  if (outcome === "page") return html`${used} <span>on the page</span>`;
  if (outcome === null) return html`${used} <span>still running</span>`;
  if (!outcome.success) return html`${used} <span class="bad">${outcome.error.message}</span>`;
  return html`<details>
    <summary>${used}</summary>
    <pre class="json" tabindex="0" aria-label="Result of ${words(name)}">${JSON.stringify(outcome.result, null, 2)}</pre>
  </details>`;
}

/** `0:07`, or `−0:02` for what came before the connection. */
function offset(milliseconds: number): string {
  const whole = Math.round(Math.abs(milliseconds) / 1000);
  const text = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  return milliseconds <= -500 ? `−${text}` : text;
}
