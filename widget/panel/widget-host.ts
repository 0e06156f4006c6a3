import type { Hint } from "../config/hint.ts";
import type { RawPageOptions } from "../config/page-options.ts";
import type { Service } from "../config/service.ts";
import type { SessionCommand } from "../session/commands.ts";
import type { ToolRegistry } from "../session/tool-registry.ts";
import type { WidgetEvent } from "./widget-events.ts";

/** The owner's settings and how loading them went. */
export interface ConfigState {
  /** The service's answer, the one inside the script, or none: unchecked. */
  readonly answer: unknown;
  /** Why the newest request failed: the status of its answer, "0" without one. Else null. */
  readonly error: string | null;
  /** Whether `answer` is the service's answer to this key. */
  readonly fresh: boolean;
  /** Settles when the newest request has. */
  readonly settled: Promise<void>;
  /** Asks once more where the newest request failed. */
  retry(): void;
}

/** The element as its page knows it. */
export interface HostElement extends HTMLElement, RawPageOptions {
  context: Readonly<Record<string, unknown>> | string | null;
  open(): void;
  close(): void;
  /** Has it look at its options again, and draw. */
  requestUpdate(): void;
}

/** What the chunks use of `<voice-widget>`, the small element that exists before the click. */
export interface WidgetHost {
  readonly config: ConfigState;
  /** Its properties are unchecked, and read anew at each use: the page may have just changed them. */
  readonly element: HostElement;
  /** The page's commands from before the queue was loaded; the queue goes on with this very list. */
  readonly pending: SessionCommand[];
  /** The page's tools. */
  readonly tools: ToolRegistry;
  isOpen(): boolean;
  /** The languages of the page, then those of the browser, best first, unchecked. */
  locales(): readonly (string | undefined)[];
  service(): Service;
  /** The element around the launcher. */
  readonly dock: HTMLElement;
  /** Whether the dark theme is used now. */
  isDark(): boolean;
  /** Adds a style sheet to the element's shadow root, or to another one. */
  addStyles(css: string, to?: ShadowRoot): CSSStyleSheet;
  reloadConfig(): void;
  /** Emits an event on the element; false where the page canceled it. */
  emit(event: WidgetEvent, cancelable?: boolean): boolean;
  /** When the launcher was first shown, unix milliseconds; null once that has been counted. */
  readonly impression: { at: number | null };
  /** The page's address without the parts that may be personal. */
  page(): string;
  /** @param events JSON of an `AnalyticsEvents["events"]` */
  sendEvents(service: Service, events: string): void;
  /** Draws the launcher anew. */
  draw(): void;
  /** What has opened the panel, if it was not the launcher: it gets the focus back. */
  opener?: HTMLElement | undefined;
  /** The same by a code; its sentence is loaded first. */
  hint: Hint;
}
