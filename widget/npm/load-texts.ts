import type { Locale } from "../../shared/languages.ts";
import type { Messages } from "../i18n/messages.ts";

/** `#texts` in the npm package (see `imports` in package.json): the page's own bundler follows these imports. */
const TEXTS: Record<Exclude<Locale, "en">, () => Promise<{ default: Messages }>> = {
  ar: () => import("../i18n/ar.ts"),
  cs: () => import("../i18n/cs.ts"),
  da: () => import("../i18n/da.ts"),
  de: () => import("../i18n/de.ts"),
  el: () => import("../i18n/el.ts"),
  es: () => import("../i18n/es.ts"),
  fa: () => import("../i18n/fa.ts"),
  fi: () => import("../i18n/fi.ts"),
  fr: () => import("../i18n/fr.ts"),
  he: () => import("../i18n/he.ts"),
  hi: () => import("../i18n/hi.ts"),
  hu: () => import("../i18n/hu.ts"),
  id: () => import("../i18n/id.ts"),
  it: () => import("../i18n/it.ts"),
  ja: () => import("../i18n/ja.ts"),
  ko: () => import("../i18n/ko.ts"),
  nb: () => import("../i18n/nb.ts"),
  nl: () => import("../i18n/nl.ts"),
  pl: () => import("../i18n/pl.ts"),
  pt: () => import("../i18n/pt.ts"),
  "pt-BR": () => import("../i18n/pt-BR.ts"),
  ro: () => import("../i18n/ro.ts"),
  ru: () => import("../i18n/ru.ts"),
  sk: () => import("../i18n/sk.ts"),
  sv: () => import("../i18n/sv.ts"),
  tr: () => import("../i18n/tr.ts"),
  uk: () => import("../i18n/uk.ts"),
  vi: () => import("../i18n/vi.ts"),
  "zh-Hans": () => import("../i18n/zh-Hans.ts"),
  "zh-Hant": () => import("../i18n/zh-Hant.ts"),
};

export const loadTexts = async (locale: Exclude<Locale, "en">): Promise<Messages> => (await TEXTS[locale]()).default;
