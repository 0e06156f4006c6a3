import type { AnalyticsEvents } from "../../shared/analytics.ts";
import type { RawPageOptions } from "../config/page-options.ts";
import type { SessionErrorCode } from "../errors.ts";
import type { VoiceSession } from "../session/voice-session.ts";
import type { WidgetEvent } from "./widget-events.ts";

/** What is known of the owner's settings. */
export interface ConfigState {
  /** The service's answer, a cached one, or none: unchecked. */
  readonly answer: unknown;
  /** Why there is no answer. */
  readonly trouble: SessionErrorCode | null;
  /** Whether the service's own answer is there. */
  readonly fresh: boolean;
  /** Settles when the newest request has. */
  readonly settled: Promise<void>;
}

/** Who is asked, and in whose name. */
export interface Service {
  readonly apiKey: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
}

/** The element as its page knows it. */
export interface HostElement extends HTMLElement, RawPageOptions {
  context: Readonly<Record<string, unknown>> | string | null;
  open(): void;
  close(): void;
}

/** What this chunk needs of `<voice-widget>`: the small element that was there before the click. */
export interface WidgetHost {
  readonly config: ConfigState;
  /** What the page has set there is unchecked; read anew at each use, for it may have changed in this very turn. */
  readonly element: HostElement;
  readonly isOpen: boolean;
  /** The languages that the page, then the browser asks for, best first, unchecked. */
  readonly preferredLocales: readonly (string | undefined)[];
  readonly service: Service;
  /** Around the launcher. */
  readonly dock: HTMLElement;
  /** Of the page's content security policy, or empty. */
  readonly nonce: string;
  /** For what stands beside the launcher. */
  addStyles(css: string): void;
  reloadConfig(): void;
  /** Dispatches an event; answers whether the page let it happen. */
  emit(event: WidgetEvent, cancelable?: boolean): boolean;
  /** When the launcher was first shown, unix milliseconds; null after somebody has taken it to count it. */
  takeImpression(): number | null;
  /** Without what may be personal in it. */
  pageAddress(): string;
  sendEvents(events: AnalyticsEvents["events"]): void;
  /** Something that is shown has changed. */
  requestUpdate(): void;
  hint(text: string): void;
  loadEngine(): Promise<{ VoiceSession: typeof VoiceSession }>;
}
