import type { Locale } from "../../shared/languages.ts";
import type { Messages } from "./messages.ts";

/** `#texts` in the npm package (see `imports` in package.json): the page's own bundler follows these imports. */
const TEXTS: Record<Exclude<Locale, "en">, () => Promise<{ default: Messages }>> = {
  ar: () => import("./ar.ts"),
  cs: () => import("./cs.ts"),
  da: () => import("./da.ts"),
  de: () => import("./de.ts"),
  el: () => import("./el.ts"),
  es: () => import("./es.ts"),
  fa: () => import("./fa.ts"),
  fi: () => import("./fi.ts"),
  fr: () => import("./fr.ts"),
  he: () => import("./he.ts"),
  hi: () => import("./hi.ts"),
  hu: () => import("./hu.ts"),
  id: () => import("./id.ts"),
  it: () => import("./it.ts"),
  ja: () => import("./ja.ts"),
  ko: () => import("./ko.ts"),
  nb: () => import("./nb.ts"),
  nl: () => import("./nl.ts"),
  pl: () => import("./pl.ts"),
  pt: () => import("./pt.ts"),
  "pt-BR": () => import("./pt-BR.ts"),
  ro: () => import("./ro.ts"),
  ru: () => import("./ru.ts"),
  sk: () => import("./sk.ts"),
  sv: () => import("./sv.ts"),
  tr: () => import("./tr.ts"),
  uk: () => import("./uk.ts"),
  vi: () => import("./vi.ts"),
  "zh-Hans": () => import("./zh-Hans.ts"),
  "zh-Hant": () => import("./zh-Hant.ts"),
};

export const loadTexts = async (locale: Exclude<Locale, "en">): Promise<Messages> => (await TEXTS[locale]()).default;
