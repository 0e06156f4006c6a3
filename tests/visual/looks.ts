import type { BrowserContextOptions } from "playwright-core";
import type { DesignTokens } from "../../shared/settings.ts";

/** One way to look at the widget: its theme, its language, its colours, and the window it is in. */
export interface Look {
  theme: "light" | "dark";
  locale: string;
  tokens?: Partial<DesignTokens>;
  window: BrowserContextOptions;
  /** Only states whose layout is their own. */
  brief?: true;
}

const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 760 } };
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const smallPhone: BrowserContextOptions = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true };

/** Colours that nobody could read as they are. */
export const PALE: Partial<DesignTokens> = {
  accent: "#ffe98a",
  background: "#ffffff",
  text: "#dddddd",
  mutedText: "#eeeeee",
  surface: "#fafafa",
  danger: "#ffdddd",
};
/** An accent that no eye finds on the panel, and a font that no machine has. */
export const WHITE: Partial<DesignTokens> = { accent: "#ffffff", fontFamily: "Nowhere Grotesk" };
export const MURKY: Partial<DesignTokens> = {
  accent: "#222222",
  background: "#1a1a1a",
  text: "#333333",
  mutedText: "#222222",
  surface: "#444444",
  border: "#1a1a1a",
};

export const LOOKS = {
  light: { theme: "light", locale: "en", window: desktop },
  dark: { theme: "dark", locale: "en", window: desktop },
  arabic: { theme: "light", locale: "ar", window: desktop },
  phone: { theme: "light", locale: "en", window: phone },
  "phone-dark-arabic": { theme: "dark", locale: "ar", window: phone, brief: true },
  "small-phone-german": { theme: "light", locale: "de", window: smallPhone, brief: true },
  // At twice the size a window has half as many pixels of CSS.
  "zoomed-german": {
    theme: "light",
    locale: "de",
    window: { viewport: { width: 640, height: 380 }, deviceScaleFactor: 2 },
    brief: true,
  },
  german: { theme: "light", locale: "de", window: desktop, brief: true },
  "forced-colours": { theme: "dark", locale: "en", window: { ...desktop, forcedColors: "active" }, brief: true },
  pale: { theme: "light", locale: "en", tokens: PALE, window: desktop, brief: true },
  white: { theme: "light", locale: "en", tokens: WHITE, window: desktop, brief: true },
  murky: { theme: "dark", locale: "en", tokens: MURKY, window: desktop, brief: true },
} as const satisfies Record<string, Look>;

export type LookName = keyof typeof LOOKS;
