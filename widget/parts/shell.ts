import type { SessionErrorCode } from "../errors.ts";
import type { Locale } from "../i18n/locales.ts";
import type { VoiceSession, VoiceSessionOptions } from "../session/voice-session.ts";
import type { Happening } from "./events.ts";

/** What is known of the owner's settings. */
export interface ConfigFacts {
  /** The service's answer, a cached one, or none: unchecked. */
  readonly answer: unknown;
  /** Why there is no answer. */
  readonly trouble: SessionErrorCode | null;
  /** Whether the service's own answer is there. */
  readonly fresh: boolean;
  /** Settles when the newest request has. */
  readonly settled: Promise<void>;
}

/** What the page says about a session; without an agent the config decides. */
export type PageOptions = Omit<VoiceSessionOptions, "agentId"> & { agentId: number | null };

/** What this chunk needs of `<voice-widget>`: the small element that was there before the click. */
export interface Shell {
  readonly facts: ConfigFacts;
  readonly isOpen: boolean;
  readonly placement: string;
  readonly language: Locale;
  readonly pageOptions: PageOptions;
  /** Whether the page has put something into this slot of the element. */
  hasContent(slot: string): boolean;
  open(): void;
  close(): void;
  reloadConfig(): void;
  setContext(pairs: Readonly<Record<string, unknown>>): void;
  /** Dispatches an event; answers whether the page let it happen. */
  tell(happening: Happening, cancelable?: boolean): boolean;
  /** Something that is shown has changed. */
  redraw(): void;
  hint(text: string): void;
  loadEngine(): Promise<{ VoiceSession: typeof VoiceSession }>;
}
