import { html, noChange, nothing, type TemplateResult } from "lit";
import { Directive, directive, type ElementPart } from "lit/directive.js";
import { guideOf } from "../guides.ts";
import { parse } from "../router.ts";
import { capital } from "./format.ts";

/** Lets the console know what the screen is called, once its heading is there. */
class Named extends Directive {
  render(_name: string | undefined): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [name]: [string | undefined]): unknown {
    queueMicrotask(() => {
      const detail = name ?? element.textContent?.trim() ?? "";
      element.dispatchEvent(new CustomEvent<string>("named", { detail, bubbles: true }));
    });
    return noChange;
  }
}
const named = directive(Named);

/**
 * Head of a screen: title, link to the guide, actions, a sentence. The heading takes focus when the screen changes and
 * names the document. @param name what the document is called, where the title is more than that
 */
export const pageHead = (head: { title: unknown; name?: string; actions?: unknown; text?: unknown }): TemplateResult =>
  html`<header class="head">
    <div class="title">
      <h1 tabindex="-1" ${named(head.name)}>${head.title}</h1>
      <div class="actions">
        <a class="guide" href=${guideOf(parse(location.hash).route)} target="_blank">How this works</a>
        ${head.actions ?? nothing}
      </div>
    </div>
    ${head.text ? html`<p>${head.text}</p>` : nothing}
  </header>`;

export const badge = (tone: "good" | "warn" | "bad" | "plain" | "live", text: string): TemplateResult =>
  html`<span class="badge ${tone}"><bdi>${capital(text)}</bdi></span>`;
