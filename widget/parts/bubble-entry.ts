import { LOCALES } from "../../shared/languages.ts";
import { readConfig } from "../config/read-config.ts";
import { fetchTexts } from "../i18n/fetch-texts.ts";
import { GREETING } from "../i18n/greetings.ts";
import { directionOf, pickLocale } from "../i18n/locales.ts";
import { bubbleStyles } from "../styles/bubble.ts";
import { icon } from "./line-icon.ts";
import type { Shell } from "./shell.ts";

const PLACE = "voice-widget:greeted";
/** Milliseconds after the owner's settings came: the page itself comes first. */
const DELAY = 800;
const CROSS = "M7 7l10 10m0-10L7 17";

/**
 * A greeting beside the launcher, once for each visitor: who closes it, or opens the panel, does not see it again.
 * It lies over the page and moves nothing of it, and no screen reader interrupts itself for it.
 */
export async function greet(shell: Shell): Promise<void> {
  const { host } = shell;
  if (greeted()) return;
  const { locale, tags } = pickLocale(shell.wishes, LOCALES);
  const texts = locale === "en" ? GREETING : await fetchTexts(locale).catch(() => GREETING);
  const { copy } = readConfig(shell.facts.answer, tags);
  shell.addStyles(bubbleStyles);

  const bubble = document.createElement("div");
  bubble.className = "bubble";
  bubble.lang = texts.tag;
  bubble.dir = directionOf(texts.tag);
  bubble.setAttribute("part", "greeting");
  const text = button("greeting-text", () => host.open());
  text.dir = "auto";
  text.textContent = copy.welcome ?? texts.welcome;
  const close = button("greeting-close", () => {
    // The focus must not fall to the top of the page.
    shell.dock.querySelector("button")?.focus();
    away();
  });
  close.setAttribute("aria-label", texts.close);
  close.append(icon(CROSS, "cross"));
  bubble.append(text, close);

  const away = () => {
    clearTimeout(timer);
    host.removeEventListener("voice-widget:open", opened);
    bubble.remove();
    remember();
  };
  // A page may cancel the opening, and hears of it after us.
  const opened = (event: Event) => queueMicrotask(() => event.defaultPrevented || away());
  const timer = setTimeout(() => !shell.isOpen && shell.dock.before(bubble), DELAY);
  host.addEventListener("voice-widget:open", opened);
}

function button(part: string, act: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = part;
  made.setAttribute("part", part);
  made.addEventListener("click", act);
  return made;
}

function greeted(): boolean {
  try {
    return localStorage.getItem(PLACE) !== null;
  } catch {
    return false;
  }
}

/** Without storage it lasts for this page view. */
function remember(): void {
  try {
    localStorage.setItem(PLACE, "1");
  } catch {}
}
