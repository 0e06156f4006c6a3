import type { Locale } from "../i18n/locales.ts";
import type { Messages } from "../i18n/messages.ts";
import type { VoiceWidgetPanel } from "../parts/panel.ts";
import type { PanelRequest } from "../parts/request.ts";
import { loadPanel } from "./chunks.ts";
import { hintOwner } from "./owner-hint.ts";

/** The panel and its texts: fetched on intent, once, and again in another language when the page changes it. */
export class PanelHolder {
  panel: VoiceWidgetPanel | null = null;
  messages: Messages | null = null;
  loading = false;
  failed = false;
  #language: Locale = "en";
  readonly #answer: (request: PanelRequest) => void;
  readonly #changed: () => void;

  constructor(answer: (request: PanelRequest) => void, changed: () => void) {
    this.#answer = answer;
    this.#changed = changed;
  }

  get language(): Locale {
    return this.#language;
  }

  set language(language: Locale) {
    if (language === this.#language) return;
    this.#language = language;
    if (this.panel) void this.#load();
  }

  /** `changed` hears of the outcome, good or bad; after a failure the next call tries again. */
  load(): void {
    if (this.panel || this.loading) return;
    this.loading = true;
    this.#load()
      .then(
        () => {
          this.failed = false;
        },
        (error: Error) => {
          this.failed = true;
          hintOwner(`The panel could not be loaded (${error.message}). Is the assets folder beside voice-widget.js?`);
        },
      )
      .finally(() => {
        this.loading = false;
        this.#changed();
      });
  }

  async #load(): Promise<void> {
    const { createPanel, loadMessages } = await loadPanel();
    const language = this.#language;
    const messages = await loadMessages(language);
    if (language !== this.#language) return this.#load();
    this.messages = messages;
    this.panel ??= createPanel(this.#answer);
    this.#changed();
  }
}
