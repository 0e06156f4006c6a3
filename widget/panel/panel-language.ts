import { LOCALES, type Locale } from "../../shared/languages.ts";
import { loadMessages } from "../i18n/load-messages.ts";
import { type LocaleChoice, pickLocale } from "../i18n/locales.ts";
import type { PanelMessages } from "../i18n/messages.ts";

/** The panel's language, which the page may change at any time. */
export class PanelLanguage {
  messages: PanelMessages;
  #choice: LocaleChoice<Locale>;
  readonly #loaded: () => void;

  private constructor(choice: LocaleChoice<Locale>, messages: PanelMessages, loaded: () => void) {
    this.#choice = choice;
    this.messages = messages;
    this.#loaded = loaded;
  }

  /** @param loaded called when the messages of another language are loaded. */
  static async load(preferred: readonly (string | undefined)[], loaded: () => void): Promise<PanelLanguage> {
    const choice = pickLocale(preferred, LOCALES);
    return new PanelLanguage(choice, await loadMessages(choice.locale), loaded);
  }

  /** Language tags under which the owner's texts are looked up, best first. */
  get tags(): readonly string[] {
    return this.#choice.tags;
  }

  /** Loads other messages if the language has changed. */
  setLocales(preferred: readonly (string | undefined)[]): void {
    const { locale: before } = this.#choice;
    this.#choice = pickLocale(preferred, LOCALES);
    const { locale } = this.#choice;
    if (locale === before) return;
    void loadMessages(locale).then((messages) => {
      if (locale !== this.#choice.locale) return;
      this.messages = messages;
      this.#loaded();
    });
  }
}
