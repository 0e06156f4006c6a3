import { conversationOwner } from "../persistence/conversation-owner.ts";
import { draftOf } from "../persistence/draft.ts";
import { keptLeft } from "../persistence/kept-left.ts";
import { handedKey, hasSavedConversation } from "../persistence/saved-conversation-key.ts";
import {
  type CallState,
  type LeftConversation,
  takeSavedConversation,
} from "../persistence/take-saved-conversation.ts";
import { loadVisitorId } from "../persistence/visitor-id.ts";
import type { ElementSession } from "../session/element-session.ts";
import type { CALL_LOCK } from "./exclusive-speaker.ts";
import { keepForUser } from "./keep-for-user.ts";
import { LazyChunk } from "./lazy-chunk.ts";
import { draftChunk } from "./lazy-views.ts";
import type { VoiceWidgetPanel } from "./panel.ts";
import type { Dispatch } from "./panel-command.ts";
import type { PanelSettings } from "./panel-settings.ts";
import { resumedStyles } from "./resumed-styles.ts";
import type { WidgetHost } from "./widget-host.ts";

/** What a tab that talks holds. */
const LOCK: typeof CALL_LOCK = "voice-widget:call";
/** How long a page that is gone may hold it where the machine is busy, milliseconds; who holds it longer is another tab. */
const LEFT_BEHIND_MS = 10_000;

const subdomainsChunk = new LazyChunk(() => import("./across-subdomains.ts"));

/**
 * Before a conversation: shows what another page has left to this one, to the visitor whose conversation it is, and goes on with a
 * call that was left a moment ago. Returns whether there was something. In one: makes ready for a page of another subdomain,
 * where the owner wants that.
 */
export function resumeConversation(
  host: WidgetHost,
  session: ElementSession,
  dispatch: Dispatch,
  settings: PanelSettings,
): boolean {
  const { acrossSubdomains } = settings.features;
  if (session.state.status !== "idle") {
    if (acrossSubdomains && session.info)
      subdomainsChunk
        .get(() => resumeConversation(host, session, dispatch, settings))
        ?.prepareHandover(host, session, settings);
    return false;
  }
  const { apiKey } = host.service();
  if (!hasSavedConversation(apiKey)) return false;
  const { userId } = settings.pageOptions;
  // Also if they have signed in since.
  const owners = [conversationOwner(undefined, loadVisitorId()), conversationOwner(userId, "")];
  const kept = keptLeft(apiKey);
  const all = [...owners, ...owners.map(asBefore)];
  const saved = takeSavedConversation(apiKey, all);
  const panel = panelOf(host);
  const draft = draftOf(kept.saved, all);
  if (draft && panel) void draftChunk.load().then((chunk) => chunk?.restoreDraft(panel, draft));
  const later = () => {
    if (draft || userId || !panel) return;
    keepForUser(apiKey, kept, panel, session, settings, () => resumeConversation(host, session, dispatch, settings));
  };
  if (isHandedOn(apiKey)) void resumeNewest(saved, host, session, dispatch, userId, later);
  else if (saved) show(saved, host, session, dispatch);
  else later();
  return saved !== null;
}

const panelOf = (host: WidgetHost) => host.element.shadowRoot?.querySelector<VoiceWidgetPanel>("voice-widget-panel");

/**
 * Whether another subdomain has handed something on, or this origin its own: `handover.ts` wrote cookie or mark. The owner's settings may
 * not be there yet, so they cannot say.
 */
const isHandedOn = (apiKey: string) => `${document.cookie}`.includes(apiKey) || handedKey(apiKey) in sessionStorage;

/** An owner as the release before wrote it: the page that was left may be of that build. */
const asBefore = (owner: string) =>
  owner
    .split(".")
    .map((half) => (Number(half) >>> 0).toString(36))
    .join(".");

/** Shows what this origin's page or another subdomain's has left last, unless something has begun here meanwhile. */
async function resumeNewest(
  saved: LeftConversation | null,
  host: WidgetHost,
  session: ElementSession,
  dispatch: Dispatch,
  userId: string | undefined,
  later: () => void,
): Promise<void> {
  const chunk = await subdomainsChunk.load();
  const left = chunk ? await chunk.newestOf(saved, host, session, userId) : saved;
  if (session.state.status !== "idle" || session.resumable) return;
  if (left) show(left, host, session, dispatch);
  else later();
}

function show(left: LeftConversation, host: WidgetHost, session: ElementSession, dispatch: Dispatch): void {
  const panel = panelOf(host)?.shadowRoot;
  if (panel) host.addStyles(resumedStyles, panel);
  const { open, call, ...earlier } = left;
  // A saved conversation exists only after consent.
  dispatch({ type: "consent", agreed: true });
  session.restore({ ...earlier, isTakenUp: call !== null });
  if (open) host.element.open();
  if (call) goOnWithCall(call, host, session, dispatch);
}

/**
 * As silent as the visitor had made it. Where the browser plays no sound without a tap, the panel is opened: the button for it
 * is there.
 */
function goOnWithCall(
  { muted, paused }: CallState,
  host: WidgetHost,
  session: ElementSession,
  dispatch: Dispatch,
): void {
  let begun = false;
  let connected = false;
  const stop = session.subscribe((state) => {
    // It may begin late, as where a tab that is gone seems to talk still.
    if (!("audio_blocked" in state)) return begun && stop();
    if (!begun && muted) dispatch({ type: "mute", muted });
    begun = true;
    // Only a call that is connected can be paused.
    if (!connected && paused && "activity" in state) dispatch({ type: "pause", paused });
    connected ||= "activity" in state;
    if (!state.audio_blocked) return;
    stop();
    host.element.open();
  });
  // The page before may still hold the lock of its call, as its browser takes it down in another process: it is no other tab.
  const signal = AbortSignal.timeout(LEFT_BEHIND_MS);
  const start = () => session.state.status === "idle" && dispatch({ type: "start", input: "voice" });
  // Whoever gets the lock knows that no tab talks: the entry of the same name in local storage was left by the earlier page.
  Promise.resolve(navigator.locks?.request(LOCK, { signal }, () => localStorage.removeItem(LOCK))).then(start, start);
}
