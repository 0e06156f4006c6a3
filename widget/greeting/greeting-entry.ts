import { loadTexts } from "#texts";
import { LOCALES } from "../../shared/languages.ts";
import { readConfig } from "../config/read-config.ts";
import { ENGLISH_GREETING } from "../i18n/english-greeting.ts";
import { directionOf, pickLocale } from "../i18n/locales.ts";
import { seeGround } from "../panel/page-ground.ts";
import { pathIcon } from "../panel/path-icon.ts";
import type { WidgetHost } from "../panel/widget-host.ts";
import { saveGreeted, wasGreeted } from "../persistence/greeting-seen.ts";
import { greetingStyles } from "./greeting-styles.ts";
import { showOpening } from "./opening.ts";

/** Milliseconds after the owner's settings are loaded, so that the page itself comes first. */
const DELAY = 800;
const CROSS = "M7 7l10 10m0-10L7 17";

/** Elements that have shown it: a config that is loaded again must not show a second one. */
const shown = new WeakSet<HTMLElement>();

/** What stands beside the launcher, or on it, before the panel is loaded: the greeting, and when it opens. */
export async function greet(widgetHost: WidgetHost): Promise<void> {
  seeGround(widgetHost.element);
  const { locale, tags } = pickLocale(widgetHost.locales(), LOCALES);
  const texts = locale === "en" ? ENGLISH_GREETING : await loadTexts(locale).catch(() => ENGLISH_GREETING);
  const { copy, features, hours } = readConfig(widgetHost.config.answer, tags);
  showOpening(widgetHost, hours, texts.tag, texts.contactAndQueue.opensAt);
  if (features.greetingBubble) showGreeting(widgetHost, texts, copy.welcome ?? texts.welcome);
}

/**
 * Shows a greeting beside the launcher, once for each visitor: not again after it was closed or the panel was opened. It lies
 * over the page and moves nothing, and screen readers do not announce it.
 */
function showGreeting(widgetHost: WidgetHost, texts: typeof ENGLISH_GREETING, welcome: string): void {
  const { element } = widgetHost;
  if (wasGreeted() || shown.has(element) || widgetHost.isOpen() || element.dataset.placement === "inline") return;
  shown.add(element);
  widgetHost.addStyles(greetingStyles);

  const greeting = document.createElement("div");
  greeting.className = "greeting-bubble";
  greeting.lang = texts.tag;
  greeting.dir = directionOf(texts.tag);
  greeting.setAttribute("part", "greeting");
  const textButton = button("greeting-text", () => element.open());
  textButton.dir = "auto";
  textButton.textContent = welcome;
  const closeButton = button("greeting-close", () => {
    // Else the focus would go to the top of the page.
    widgetHost.dock.querySelector("button")?.focus();
    away();
  });
  closeButton.setAttribute("aria-label", texts.close);
  closeButton.append(pathIcon(CROSS, "cross"));
  greeting.append(textButton, closeButton);

  const away = () => {
    clearTimeout(timer);
    element.removeEventListener("voice-widget:open", opened);
    element.removeEventListener("voice-widget:session", away);
    greeting.remove();
    saveGreeted();
  };
  // The page may cancel the event, and its listeners run after ours.
  const opened = (event: Event) => queueMicrotask(() => event.defaultPrevented || away());
  const free = () => !widgetHost.isOpen() && element.dataset.status === "idle";
  const timer = setTimeout(() => free() && widgetHost.dock.before(greeting), DELAY);
  // A conversation that the page has begun, or that continues from another page.
  element.addEventListener("voice-widget:session", away);
  element.addEventListener("voice-widget:open", opened);
}

function button(part: string, act: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = part;
  made.setAttribute("part", part);
  made.addEventListener("click", act);
  return made;
}
