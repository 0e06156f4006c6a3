import { html, nothing, type TemplateResult } from "lit";
import type { Api } from "../api.ts";
import { failureNote } from "../controllers/failure-note.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { fact } from "../parts/fact.ts";
import { moment } from "../parts/format.ts";
import { badge } from "../parts/page.ts";
import { contactCard } from "../parts/session-outcome.ts";
import { contextCard } from "../parts/visitor-context.ts";
import { to } from "../router.ts";
import type { InboxController } from "./inbox-controller.ts";
import { type Chosen, draftKey, type LineKind, type ListedSession } from "./inbox-model.ts";
import { personAnswer } from "./keep-answer.ts";
import { soundBar } from "./sound-bar.ts";

interface ReaderView {
  api: Api;
  inbox: InboxController;
  project_id: number;
  chosen: Chosen;
  close: () => void;
  reply: () => void;
  end: () => void;
  keep: () => void;
}

/** Who has the conversation, as far as this person may act in it. */
type Standing = "mine" | "elsewhere" | "free" | "other" | "ended";

export function standingOf(inbox: InboxController, session: ListedSession | undefined): Standing {
  if (session === undefined || session.status === "ended") return "ended";
  if (session.handled_by !== "person") return "free";
  if (inbox.isMine(session.session_id)) return "mine";
  return inbox.isNamesake(session) ? "elsewhere" : "other";
}

/** The conversation that was chosen: about it, what was said, and what can be done. */
export function reader(view: ReaderView): TemplateResult {
  const { inbox, chosen, project_id } = view;
  const session = inbox.state.sessions.get(chosen.session_id);
  const name = session?.agent_name ?? chosen.record?.agent_name ?? "…";
  const standing = standingOf(inbox, session);
  return html`
    <button type="button" class="link inbox-back" @click=${view.close}><span class="arrow">←</span> All conversations</button>
    <header>
      <h2>${name} ${session ? badge(toneOf(standing, session), STATES[standing](session)) : nothing}</h2>
      ${inbox.mayWrite ? actions(view, standing) : nothing}
    </header>
    ${refusalNote(inbox, chosen, ["join", "release", "follow"])} ${inbox.mayWrite && standing === "mine" ? soundBar(inbox, chosen.session_id) : nothing}
    ${request(session)} ${transcript(inbox, chosen, standing)}
    ${inbox.mayWrite && session ? composers(inbox, chosen, standing) : nothing}
    ${standing === "other" ? html`<p class="hint">${session?.person?.name} has this conversation. You can read along.</p>` : nothing}
    ${
      inbox.mayWrite && chosen.shown && personAnswer(chosen.shown.transcript)
        ? html`<p><button type="button" class="small" @click=${view.keep}>Keep the answer for agents</button></p>`
        : nothing
    }
    ${about(view, session)}
    <p><a href=${to.project(project_id, "sessions", chosen.session_id)}>All of this conversation: events, cost, summary</a></p>
  `;
}

const STATES: Record<Standing, (session: ListedSession) => string> = {
  mine: () => "With you",
  elsewhere: () => "With you, in another tab",
  free: ({ handled_by }) => (handled_by === "waiting" ? "Waiting for a person" : "With the agent"),
  other: ({ person }) => `With ${person?.name ?? "a person"}`,
  ended: () => "Ended",
};

const toneOf = (standing: Standing, { handled_by }: ListedSession) =>
  standing === "mine" ? "good" : standing !== "ended" && handled_by === "waiting" ? "warn" : "plain";

function actions({ inbox, chosen, reply, end }: ReaderView, standing: Standing) {
  const { asked, connection } = inbox.state;
  const offline = connection !== "open";
  const busy = asked?.session_id === chosen.session_id;
  if (standing === "ended") return nothing;
  return html`<div class="actions">
    ${
      standing === "free" || standing === "elsewhere"
        ? html`<button type="button" class="primary" ?disabled=${offline || busy} aria-busy=${busy} @click=${reply}>
            ${busy ? "One moment…" : "Join and reply"}
          </button>`
        : nothing
    }
    ${
      standing === "mine"
        ? html`<button type="button" ?disabled=${offline || busy} aria-busy=${busy} @click=${() => inbox.release(chosen.session_id)}>
            Give back to the agent
          </button>`
        : nothing
    }
    <button type="button" class="bad" @click=${end}>End</button>
  </div>`;
}

/** Why a person is wanted, and where. */
function request(session: ListedSession | undefined) {
  const { reason, summary, page } = session ?? {};
  if (!reason && !summary && !page) return nothing;
  return html`<dl class="facts">
    ${reason ? fact("Reason", reason) : nothing} ${summary ? fact("Summary", summary) : nothing}
    ${page ? fact("Page", /^https?:/i.test(page) ? html`<a href=${page} target="_blank" rel="noopener noreferrer">${page}</a>` : page) : nothing}
  </dl>`;
}

/** What is known besides. */
function about({ api, project_id, chosen: { record } }: ReaderView, session: ListedSession | undefined) {
  const started = session?.since ?? record?.started_at;
  return html`${record ? [contextCard(record), contactCard(record)] : nothing}
    <dl class="facts">
      ${started === undefined ? nothing : fact("Started", moment(started))}
      ${record?.subject ? fact("Visitor", html`<code>${record.subject}</code>`) : nothing}
    </dl>
    ${
      record?.subject
        ? html`<vc-earlier-conversations
            .api=${api}
            .projectId=${project_id}
            .subject=${record.subject}
            .session=${record.id}
          ></vc-earlier-conversations>`
        : nothing
    }`;
}

function transcript(inbox: InboxController, chosen: Chosen, standing: Standing) {
  if (chosen.shown === null)
    return inbox.failure
      ? failureNote(inbox.failure, () => inbox.reload())
      : html`<p class="loading" role="status">Loading…</p>`;
  return html`<vc-inbox-transcript
    .shown=${chosen.shown}
    .outgoing=${inbox.state.outgoing.filter(({ session_id }) => session_id === chosen.session_id)}
    .typing=${standing !== "ended" && chosen.typing_at !== null}
    .read=${isRead(chosen)}
  ></vc-inbox-transcript>`;
}

/** Whether the visitor has read the newest line of a person, or has written one since. */
function isRead({ lines, seen }: Chosen): boolean {
  const newest = lines.findLastIndex(({ role }) => role === "person");
  return newest >= 0 && lines.findIndex(({ id }) => id === seen) >= newest;
}

function composers(inbox: InboxController, chosen: Chosen, standing: Standing) {
  if (standing === "mine")
    return html`${composer(inbox, chosen, "message")}
      <vc-canned-answers
        .answers=${inbox.kept.answers}
        @use=${({ detail }: CustomEvent<string>) => use(inbox, chosen, detail)}
        @keep=${({ detail }: CustomEvent<string[]>) => inbox.keep({ answers: detail })}
      ></vc-canned-answers>`;
  return standing === "free" ? composer(inbox, chosen, "whisper") : nothing;
}

function composer(inbox: InboxController, { session_id }: Chosen, kind: LineKind) {
  const { refusal, drafts, connection } = inbox.state;
  return html`<vc-composer
    .kind=${kind}
    .text=${drafts.get(draftKey(session_id, kind)) ?? ""}
    .refusal=${refusal?.of === kind && refusal.session_id === session_id ? refusal.detail : ""}
    .offline=${connection !== "open"}
    @typed=${({ detail }: CustomEvent<string>) => inbox.typed(session_id, kind, detail)}
    @say=${() => inbox.say(session_id, kind)}
  ></vc-composer>`;
}

/** A ready answer is added to the text in the field, so that it can be changed before it is sent. */
function use(inbox: InboxController, { session_id }: Chosen, answer: string): void {
  const typed = inbox.state.drafts.get(draftKey(session_id, "message"))?.trim();
  inbox.typed(session_id, "message", typed ? `${typed} ${answer}` : answer);
}

function refusalNote(inbox: InboxController, { session_id }: Chosen, of: readonly string[]) {
  const { refusal } = inbox.state;
  if (!refusal || !of.includes(refusal.of) || (refusal.session_id ?? session_id) !== session_id) return nothing;
  return html`<div class="note bad" role="alert"><p>${refusal.detail}</p></div>`;
}

export const nothingChosen = (): TemplateResult =>
  emptyNote("Choose a conversation", "You read along here. The visitor does not notice until you join.");
