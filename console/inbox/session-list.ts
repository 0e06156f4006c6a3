import { html, nothing, type TemplateResult } from "lit";
import { emptyNote } from "../parts/empty-note.ts";
import { clock, duration } from "../parts/format.ts";
import { badge } from "../parts/page.ts";
import type { InboxState, ListedSession } from "./inbox-model.ts";
import { sessionGroups } from "./session-groups.ts";

interface ListView {
  state: InboxState;
  /** Unix milliseconds. */
  now: number;
  isMine: (session_id: string) => boolean;
  choose: (session_id: string) => void;
}

/** What waits for a person, above what runs, above what ended today. */
export function sessionList(view: ListView): TemplateResult {
  const { waiting, running, ended } = sessionGroups(view.state.sessions);
  if (view.state.connection === "connecting") return html`<p class="loading" role="status">Loading…</p>`;
  if (waiting.length + running.length + ended.length === 0)
    return emptyNote("Nobody is talking right now", "Conversations appear here as soon as they begin.");
  return html`${group(view, "Waiting for a person", waiting)} ${group(view, "Running", running)}
  ${group(view, "Ended today", ended)}`;
}

function group(view: ListView, title: string, sessions: readonly ListedSession[]) {
  if (sessions.length === 0) return nothing;
  return html`<h2>${title} <span class="muted">${sessions.length}</span></h2>
    <ul>
      ${sessions.map((session) => html`<li>${item(view, session)}</li>`)}
    </ul>`;
}

function item(view: ListView, session: ListedSession) {
  const { session_id, agent_name, reason, summary, page } = session;
  const unread = view.state.unread.get(session_id) ?? 0;
  const about = reason ?? summary ?? session.about ?? page;
  return html`<button
    type="button"
    class="inbox-item"
    aria-current=${view.state.chosen?.session_id === session_id ? "true" : nothing}
    @click=${() => view.choose(session_id)}
  >
    <span class="inbox-item-head"><b>${agent_name}</b> ${handler(view, session)}</span>
    ${about ? html`<span class="inbox-about" dir="auto">${about}</span>` : nothing}
    <span class="inbox-when">
      <span>${when(session, view.now)}</span> ${unread > 0 ? badge("warn", unread === 1 ? "1 new line" : `${unread} new lines`) : nothing}
    </span>
  </button>`;
}

function handler(view: ListView, { session_id, handled_by, status, person }: ListedSession) {
  if (status === "ended") return badge("plain", "Ended");
  switch (handled_by) {
    case "waiting":
      return badge("warn", "Waiting");
    case "person":
      return badge("good", view.isMine(session_id) ? "With you" : `With ${person?.name ?? "a person"}`);
    case "agent":
      return badge("live", status === "starting" ? "Starting" : "With the agent");
  }
}

function when({ waiting_since, since, ended_at, status }: ListedSession, now: number) {
  if (status === "ended") return html`ended ${clock(ended_at ?? since)}`;
  return waiting_since === null ? html`since ${clock(since)}` : html`waits ${duration(now - waiting_since)}`;
}
