import { html, nothing } from "lit";
import type { SessionListed } from "../answers.ts";
import { to } from "../router.ts";
import { ago, duration } from "./format.ts";
import { badge } from "./page.ts";
import { sessionBadge, talkTime } from "./session-badge.ts";

/** What a conversation was about, in a line: its summary, what was asked first, or why it did not come about. */
export const aboutSession = ({ summary, asked, failure, connected_at, status }: SessionListed): string =>
  summary ?? asked ?? failure ?? nothingSaid(status, connected_at);

function nothingSaid(status: SessionListed["status"], connected_at: number | null): string {
  if (status !== "ended") return "Nothing was said yet";
  return connected_at === null ? "It did not come about" : "Nothing was said";
}

/** An address, or a part of it, as people read it. */
export function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/** A page as a line has room for it: its path, or of a home page its host. */
function pageName(page: string): string {
  const { host, pathname } = new URL(page);
  return pathname === "/" ? host : readable(pathname);
}

const INPUTS = { voice: "Voice", text: "Typed" };
/** How the visitor's first words came. */
export const inputName = ({ input }: Pick<SessionListed, "input">): string | null => input && INPUTS[input];

/** On which page it began, and how the visitor's first words came, behind other facts of a line. */
export const beginning = ({ page, input }: Pick<SessionListed, "page" | "input">) =>
  html`${page === null ? nothing : html` · <bdi title=${page}>${pageName(page)}</bdi>`}${input === null ? nothing : html` · ${inputName({ input })}`}`;

/** Marks a call that no visitor made. */
export const testBadge = ({ test }: Pick<SessionListed, "test">) => (test ? badge("plain", "Test call") : nothing);

/** Conversations by what they were about, each with a link. @param none what is said where there are none */
export function sessionLines(project_id: number, sessions: readonly SessionListed[], none: string) {
  if (sessions.length === 0) return html`<p class="muted">${none}</p>`;
  return html`<ul class="lines">
    ${sessions.map((session) => {
      const talked = talkTime(session, Date.now());
      return html`<li>
        <a href=${to.project(project_id, "sessions", session.id)} dir="auto">${aboutSession(session)}</a>
        <span class="sub">
          ${ago(session.started_at)}${talked === null ? nothing : html` · <bdi>${duration(talked)}</bdi>`} · ${session.agent_name}${beginning(session)}
          ${session.status === "ended" && session.end_reason !== "failed" ? nothing : sessionBadge(session)}
          ${testBadge(session)}
        </span>
      </li>`;
    })}
  </ul>`;
}
