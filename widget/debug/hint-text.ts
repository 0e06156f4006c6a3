import type { HintCode } from "../config/hint.ts";
import { unknownAttributes } from "./unknown-attributes.ts";

/** What a status other than 200 means. */
function meaningOf(status: string): string {
  if (status === "401")
    return `the api-key is wrong or revoked, or ${location.origin} is not among its allowed domains.`;
  if (status === "429") return "the key's request limit is used up until the next minute or UTC day.";
  return status.startsWith("5") ? "the service is down; the widget tries again by itself." : "check base-url.";
}

/** What to do where there is no panel. Whatever else its code throws, it has been loaded. */
function panelAdvice(error: string): string {
  if (/lit-html/.test(error)) return " Add lit-html to trusted-types of the page's Content-Security-Policy.";
  // As browsers and bundlers say it.
  return /import|to fetch|load/i.test(error) ? " Is the assets folder beside voice-widget.js?" : "";
}

/**
 * The hints to the site's owner. They are loaded when one is needed, so that they cost a page that works nothing.
 */
const HINTS = {
  /** Frameworks that bind the key give it a moment after they have added the element, as Angular does. */
  no_key: () =>
    [...document.querySelectorAll("voice-widget")].every((widget) => !widget.getAttribute("api-key"))
      ? 'There is no api-key: write <voice-widget api-key="svc_pk_…">.'
      : "",
  answered: (address: string, status: string) => `${address} answered ${status}: ${meaningOf(status)}`,
  no_answer: (address: string, error: string) =>
    `${address} cannot be reached (${error}): check base-url, and connect-src of the page's Content-Security-Policy.`,
  no_panel: (error: string) => `The panel could not be loaded (${error}).${panelAdvice(error)}`,
  failed: (code: string, message: string) => `${code}: ${message}`,
  ignored: (name: string, value: string, allowed: string) =>
    `${name}="${value.slice(0, 80)}" is ignored; write one of: ${allowed.replace(/,(?! )/g, ", ")}.`,
  agent_id: (value: string) => `agent-id="${value.slice(0, 80)}" is ignored; write the number of an agent.`,
  context: () => `context is ignored; write a JSON object, such as context='{"plan":"pro"}'.`,
  attributes: (known: string, ...names: string[]) => unknownAttributes(names, known.split(" ")),
  no_address: (value: string) =>
    `base-url="${value.slice(0, 80)}" is ignored; write an address such as https://voice.example.com.`,
  no_person: () =>
    "requestPerson() asks nobody: switch *Visitors may ask for a person* of this agent on, in the console or by its field `person`.",
  too_long: (what: string, most: string) =>
    `${what} takes ${most} at most: this was not handed over. Send less, or in parts; docs/element.md has the bounds.`,
  no_widget: (id: string) =>
    `data-voice-widget-open="${id.slice(0, 80)}" opens nothing: no <voice-widget> has this id. Without a value, or with "true", it opens the first one.`,
  old_browser: () =>
    "This browser lacks color-mix() or AbortSignal.any(): the widget may look plain or not appear, and calls may fail. It needs Chrome 116, Firefox 124 or Safari 17.4.",
} satisfies Record<HintCode, (...details: string[]) => string>;

/** Empty where there is nothing to say after all. */
export function hintText(code: HintCode, details: readonly string[]): string {
  const sentence: (...details: string[]) => string = HINTS[code];
  return sentence(...details);
}
