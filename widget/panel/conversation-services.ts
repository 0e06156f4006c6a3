import { asRecord, hasInvalidSettings } from "../config/overlay.ts";
import { conversationOf, inCall, microphoneFaultOf } from "../session/selectors.ts";
import { ExclusiveSpeaker } from "./exclusive-speaker.ts";
import { LazyChunk } from "./lazy-chunk.ts";
import { microphoneHelpChunk } from "./lazy-views.ts";
import type { ServedCall } from "./served-call.ts";
import { warnOwner } from "./warn-owner.ts";

const launcherEndChunk = new LazyChunk(() => import("./launcher-end.ts"));

const systemControlsChunk = new LazyChunk(() => import("./system-controls/system-controls.ts"));

/** Updated when session or settings change. */
export interface ConversationService {
  update(): void;
  /** Listens to the page until the signal aborts. */
  listen?(signal: AbortSignal): void;
}

/** A service whose code is loaded when it is first needed. */
function onDemand<Chunk>(
  lazy: LazyChunk<Chunk>,
  isNeeded: () => unknown,
  make: (chunk: Chunk) => ConversationService,
): ConversationService {
  let service: ConversationService | null = null;
  const update = () => {
    const chunk = service || !isNeeded() ? null : lazy.get(update);
    if (chunk) service = make(chunk);
    service?.update();
  };
  return { update };
}

/** What a conversation changes on the page around it. */
export function conversationServices(
  host: ServedCall["host"],
  controller: ServedCall["controller"],
  texts: ServedCall["texts"],
  features: ServedCall["features"],
): ConversationService[] {
  /** The settings that were checked last. */
  let known: unknown;
  const { session } = controller;
  const end = () => controller.dispatch({ type: "end", reason: "completed" });
  const call = { host, controller, texts, features, end };
  return [
    new ExclusiveSpeaker(session, end),
    onDemand(
      launcherEndChunk,
      () => conversationOf(session.state) && !host.isOpen(),
      ({ LauncherEnd }) => new LauncherEnd(call),
    ),
    onDemand(
      systemControlsChunk,
      // Once both have spoken: until then there is more important code to load.
      () => inCall(session.state) && session.state.transcript[1],
      ({ SystemControls }) => new SystemControls(call),
    ),
    {
      update: () => {
        const fault = microphoneFaultOf(session.state);
        if (fault) void microphoneHelpChunk.load().then((chunk) => warnOwner(chunk?.microphoneAdvice(fault) ?? ""));
      },
    },
    {
      update: () => {
        const { answer, fresh } = host.config;
        if (!hasInvalidSettings || !fresh || answer === known) return;
        known = answer;
        import("../config/invalid-settings.ts").then(
          ({ ignoredSettings }) => ignoredSettings(asRecord(answer).widget_config).forEach(warnOwner),
          () => {},
        );
      },
    },
  ];
}
