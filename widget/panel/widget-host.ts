import type { AnalyticsEvents } from "../../shared/analytics.ts";
import type { Hint } from "../config/hint.ts";
import type { RawPageOptions } from "../config/page-options.ts";
import type { Service } from "../config/service.ts";
import type { SessionErrorCode } from "../errors.ts";
import type { SessionCommand } from "../session/commands.ts";
import type { ToolRegistry } from "../session/tool-registry.ts";
import type { WidgetEvent } from "./widget-events.ts";

/** What is known of the owner's settings. */
export interface ConfigState {
  /** The service's answer, a cached one, or none: unchecked. */
  readonly answer: unknown;
  /** Why there is no answer. */
  readonly error: SessionErrorCode | null;
  /** Whether the service's own answer is there. */
  readonly fresh: boolean;
  /** Settles when the newest request has. */
  readonly settled: Promise<void>;
}

/** The element as its page knows it. */
export interface HostElement extends HTMLElement, RawPageOptions {
  context: Readonly<Record<string, unknown>> | string | null;
  open(): void;
  close(): void;
}

/** What the chunks need of `<voice-widget>`: the small element that was there before the click. */
export interface WidgetHost {
  readonly config: ConfigState;
  /** What the page has set there is unchecked; read anew at each use, for it may have changed in this very turn. */
  readonly element: HostElement;
  /** What the page asked for before the queue of commands was loaded; the queue goes on with this very list. */
  pendingCommands(): SessionCommand[];
  /** The page's tools. */
  readonly tools: ToolRegistry;
  isOpen(): boolean;
  /** The languages that the page, then the browser asks for, best first, unchecked. */
  locales(): readonly (string | undefined)[];
  service(): Service;
  /** Around the launcher. */
  readonly dock: HTMLElement;
  /** Whether it is painted dark now. */
  isDark(): boolean;
  /** For the element itself and what stands beside the launcher, or for a shadow root of its own. */
  addStyles(css: string, to?: ShadowRoot): CSSStyleSheet;
  reloadConfig(): void;
  /** Tells the page; answers whether the page let it happen. */
  emit(event: WidgetEvent, cancelable?: boolean): boolean;
  /** When the launcher was first shown, unix milliseconds; null once that has been counted. */
  readonly impression: { at: number | null };
  /** Without what may be personal in it. */
  page(): string;
  sendEvents(service: Service, events: AnalyticsEvents["events"]): void;
  /** What the launcher says of the conversation has changed. */
  draw(): void;
  /** Tells the site's owner, in the console and once. */
  warn(text: string): void;
  /** The same by a code, whose sentence is loaded for it. */
  hint: Hint;
}
