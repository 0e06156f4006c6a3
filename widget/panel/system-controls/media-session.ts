/** Newer than the types of the DOM. */
type Action = "togglemicrophone" | "hangup" | "enterpictureinpicture";

interface ShownCall {
  title: string;
  muted: boolean;
}

/** A call's name and actions where the system shows them: headset, lock screen, media keys. */
export class MediaSessionControls {
  readonly #actions: Partial<Record<Action, () => void>>;
  #metadata: MediaMetadata | null = null;
  #shown = false;

  constructor(actions: Partial<Record<Action, () => void>>) {
    this.#actions = actions;
  }

  /** Null once there is no call. */
  show(call: ShownCall | null): void {
    const { mediaSession } = navigator;
    if (!mediaSession || (!call && !this.#shown)) return;
    if (this.#shown !== !!call) {
      this.#shown = !!call;
      for (const [action, act] of Object.entries(this.#actions)) handle(mediaSession, action, call ? act : null);
    }
    // Chromium answers with no promise.
    if (call) void Promise.resolve(mediaSession.setMicrophoneActive?.(!call.muted)).catch(() => {});
    // What the page itself plays keeps its name.
    if (mediaSession.metadata !== this.#metadata) return;
    if (call?.title === this.#metadata?.title) return;
    mediaSession.metadata = this.#metadata = call && new MediaMetadata({ title: call.title });
  }
}

/** A browser throws at an action that it does not know. */
function handle(session: MediaSession, action: string, act: (() => void) | null): void {
  try {
    session.setActionHandler(action as MediaSessionAction, act);
  } catch {}
}
