import type { Locale } from "./locales.ts";

/** What the greeting bubble says where the owner wrote no welcome, and its close button's name; tested to be the panel's words. */
export const GREETINGS: Record<Locale, { readonly welcome: string; readonly close: string }> = {
  en: { welcome: "Hello! How can we help?", close: "Close" },
  de: { welcome: "Guten Tag! Wie können wir helfen?", close: "Schließen" },
  fr: { welcome: "Bonjour ! Comment pouvons-nous vous aider ?", close: "Fermer" },
  es: { welcome: "¡Hola! ¿En qué podemos ayudarle?", close: "Cerrar" },
};
