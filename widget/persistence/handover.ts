import { CONTINUE_SECONDS } from "../../shared/limits.ts";
import { toJson } from "../json.ts";
import type { InputMode } from "../session/state.ts";
import type { SavedConversation } from "./saved-conversation.ts";
import { handedKey, savedConversationKey } from "./saved-conversation-key.ts";

/** What a page of another subdomain needs to continue a session. */
export interface HandoverTicket {
  readonly session_id: string;
  /** Sealed by the service: it tells nobody anything. */
  readonly ticket: string;
  readonly domain: string;
}

/** What the one cookie says. */
export interface HandedOver {
  readonly ticket: string;
  /** Whether the panel was open. */
  readonly open: boolean;
  readonly input: InputMode;
  /** Messages that may still have to be reported to the service. */
  readonly lines: number;
}

const SAID: readonly string[] = ["user", "agent", "person"];

// Found by the key alone; see `hasSavedConversation()`.
const cookieName = (apiKey: string) => `voice-widget.${apiKey}`;

function writeCookie(apiKey: string, value: string, domain: string, seconds: number): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: a page that closes waits for no promise.
  document.cookie = `${cookieName(apiKey)}=${value}; Domain=${domain}; Path=/; Max-Age=${seconds}; SameSite=Strict${secure}`;
}

/** As its page closes: hands on what was just saved for the next page of this origin, where there is a ticket for its session. */
export function saveHandover(apiKey: string, ticketOf: (session_id: string) => HandoverTicket | undefined): void {
  try {
    const saved: SavedConversation | null = JSON.parse(sessionStorage.getItem(savedConversationKey(apiKey)) ?? "null");
    const known = saved && ticketOf(saved.session_id);
    if (!known) return;
    const { ticket, domain } = known;
    // A cookie is deleted by naming its domain, which no page can read.
    const labels = domain.split(".").length;
    const lines = saved.transcript.filter(({ role, text, unsent }) => text && !unsent && SAID.includes(role)).length;
    const what = `${+saved.open}${+(saved.input === "text")}${labels}.${lines}`;
    writeCookie(apiKey, `${ticket}!${what}`, domain, CONTINUE_SECONDS);
    sessionStorage.setItem(handedKey(apiKey), toJson(known));
  } catch {
    // Not allowed: the next page begins anew.
  }
}

/** The ticket that this tab's page of this origin handed on last. Removes the mark. */
export function takeMark(apiKey: string): HandoverTicket | null {
  try {
    const mark = JSON.parse(sessionStorage.getItem(handedKey(apiKey)) ?? "null");
    sessionStorage.removeItem(handedKey(apiKey));
    return mark;
  } catch {
    return null;
  }
}

/** What the cookie holds, unread. */
export function cookieOf(apiKey: string): string | undefined {
  const name = `${cookieName(apiKey)}=`;
  // As a text also where a form of the page has that name.
  const cookie = `${document.cookie}`.split("; ").find((one) => one.startsWith(name));
  return cookie?.slice(name.length);
}

// A page of the release before counts no lines.
const COOKIE = /^([\w+/=]+)!([01])([01])(\d+)(?:\.(\d+))?$/;

const domainOf = (labels: string | undefined) => location.hostname.split(".").slice(-Number(labels)).join(".");

/** What a page of the domain has handed on. Removes the cookie. */
export function takeCookie(apiKey: string): HandedOver | null {
  try {
    const [, ticket, open, text, labels, lines = 0] = COOKIE.exec(cookieOf(apiKey) ?? "") ?? [];
    if (!ticket) return null;
    writeCookie(apiKey, "", domainOf(labels), 0);
    return { ticket, open: open === "1", input: text === "1" ? "text" : "voice", lines: Number(lines) };
  } catch {
    return null;
  }
}

/** Hands it on once more, for so many seconds. */
export function putCookieBack(apiKey: string, value: string, seconds: number): void {
  const labels = COOKIE.exec(value)?.[4];
  if (labels) writeCookie(apiKey, value, domainOf(labels), seconds);
}
