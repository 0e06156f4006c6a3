import type { HandoverTaken, HandoverTicket as TicketAnswer } from "../../shared/handover.ts";
import { conversationOwner } from "../persistence/conversation-owner.ts";
import { type HandedOver, type HandoverTicket, saveHandover, takeCookie, takeMark } from "../persistence/handover.ts";
import type { LeftConversation } from "../persistence/take-saved-conversation.ts";
import { loadVisitorId } from "../persistence/visitor-id.ts";
import type { ElementSession } from "../session/element-session.ts";
import type { Message } from "../session/state.ts";
import { askService, mayPass } from "./ask-service.ts";
import type { PanelSettings } from "./panel-settings.ts";
import type { WidgetHost } from "./widget-host.ts";

/** How often a page asks whether the one before it has said that it left, and how long it waits in between, milliseconds. */
const TRIES = 8;
const WAIT_MS = 400;
const pause = () => new Promise((done) => setTimeout(done, WAIT_MS));

/** A signed-in visitor's conversation is theirs alone. */
const ownerOf = (userId: string | undefined) => (userId ? conversationOwner(userId, "") : undefined);

/** The tickets of one element's sessions, and of the conversation that it took over and has not continued. */
class Tickets {
  readonly #known = new Map<string, HandoverTicket>();
  /** The session that was asked about last. */
  #asked = "";
  #failures = 0;

  constructor(host: WidgetHost) {
    // The window holds the listener, which must not hold an element that its page has taken away.
    const weak = new WeakRef(host);
    // `ConversationAcrossPages` has heard of it before, and saved.
    addEventListener("pagehide", () => {
      const apiKey = weak.deref()?.service().apiKey;
      if (apiKey) saveHandover(apiKey, (session_id) => this.#known.get(session_id));
    });
  }

  keep(ticket: HandoverTicket): void {
    this.#known.set(ticket.session_id, ticket);
  }

  async ask(host: WidgetHost, session_id: string, session_secret: string, userId: string | undefined): Promise<void> {
    if (this.#asked === session_id) return;
    this.#asked = session_id;
    const sent = { session_secret, owner: ownerOf(userId) };
    const { body, failure } = await askService(host.service(), `session/${session_id}/handover`, sent);
    // Asked again as the conversation goes on.
    if (failure && mayPass(failure) && ++this.#failures < TRIES) this.#asked = "";
    const { ticket, domain } = (body ?? {}) as Partial<TicketAnswer>;
    if (ticket && domain) this.keep({ session_id, ticket, domain });
  }
}

const tickets = new WeakMap<WidgetHost, Tickets>();

function ticketsOf(host: WidgetHost): Tickets {
  const known = tickets.get(host) ?? new Tickets(host);
  tickets.set(host, known);
  return known;
}

/** Makes ready for a navigation to another subdomain. Called whenever the conversation changes; asks once for each session. */
export function prepareHandover(host: WidgetHost, session: ElementSession, { startedBy }: PanelSettings): void {
  const { info, secret } = session;
  if (info && secret) void ticketsOf(host).ask(host, info.session_id, secret, startedBy.userId);
}

/**
 * The conversation that was left last: what this origin's page saved, or what another subdomain's handed on. Where this origin's handed
 * its own on, whoever took the cookie has gone on with it, or the visitor has deleted it: it is shown no more.
 */
export async function newestOf(
  saved: LeftConversation | null,
  host: WidgetHost,
  session: ElementSession,
  userId: string | undefined,
): Promise<LeftConversation | null> {
  const { apiKey } = host.service();
  const mark = takeMark(apiKey);
  const isMarked = saved && mark?.session_id === saved.session_id;
  let cookie = takeCookie(apiKey);
  // "Back" shows a page before the one that was left, in another process, has written.
  for (let tries = 0; isMarked && !cookie && tries < TRIES; tries++) {
    await pause();
    cookie = takeCookie(apiKey);
  }
  if (isMarked && cookie?.ticket === mark.ticket) ticketsOf(host).keep(mark);
  else if (cookie) return fetchHandover(cookie, host, session, userId);
  else if (isMarked) return null;
  return saved;
}

/** What a page of another subdomain has left to this one a moment ago, for this visitor; null where there is nothing. */
async function fetchHandover(
  { ticket, open, input, lines }: HandedOver,
  host: WidgetHost,
  session: ElementSession,
  userId: string | undefined,
): Promise<LeftConversation | null> {
  const owner = ownerOf(userId);
  for (let tries = 0; tries < TRIES && session.state.status === "idle"; tries++) {
    const { body, failure } = await askService(host.service(), "handover", { ticket, owner });
    if (failure && !mayPass(failure)) return null;
    const { left, domain, conversation } = (body ?? {}) as Partial<HandoverTaken>;
    // The last reports of the page before may arrive in any order: the end before what was said.
    const isWhole = (conversation?.transcript.length ?? 0) >= lines || tries === TRIES - 1;
    if (conversation && domain && isWhole) {
      const { session_id, session_secret, transcript } = conversation;
      ticketsOf(host).keep({ session_id, ticket, domain });
      return {
        session_id,
        session_secret,
        transcript: transcript.map(messageOf),
        open,
        input,
        owner: owner ?? conversationOwner(undefined, loadVisitorId()),
        person: null,
        // Another origin has its own microphone: its visitor is asked before it opens.
        call: null,
      };
    }
    if (left && isWhole) return null;
    await pause();
  }
  return null;
}

type Line = NonNullable<HandoverTaken["conversation"]>["transcript"][number];

const messageOf = ({ role, name, text, at, interrupted }: Line, index: number): Message => ({
  id: `handed-${index}`,
  role,
  text,
  final: true,
  at,
  ...(interrupted && { interrupted }),
  ...(name && { person: name }),
});
