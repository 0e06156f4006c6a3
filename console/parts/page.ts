import { html, nothing, type TemplateResult } from "lit";
import { guideOf } from "../guides.ts";
import { parse, to } from "../router.ts";

type Crumb = readonly [label: string, href: string];

/** Head of a screen: breadcrumb, title, link to the guide, actions. The heading takes focus when the screen changes. */
export const pageHead = (head: { crumbs?: readonly Crumb[]; title: unknown; actions?: unknown }): TemplateResult =>
  html`<header class="head">
    ${
      head.crumbs?.length
        ? html`<nav class="crumbs" aria-label="Breadcrumb">
            <ol>
              ${head.crumbs.map(([label, href]) => html`<li><a href=${href}>${label}</a></li>`)}
            </ol>
          </nav>`
        : nothing
    }
    <div class="title">
      <h1 tabindex="-1">${head.title}</h1>
      <div class="actions">
        <a class="guide" href=${guideOf(parse(location.hash).route)} target="_blank">How this works</a>
        ${head.actions ?? nothing}
      </div>
    </div>
  </header>`;

/** The tabs of a screen; links, so that each can be opened in a browser tab of its own. */
export const tabs = (
  label: string,
  current: string,
  items: readonly (readonly [id: string, label: string, href: string])[],
) =>
  html`<nav class="tabs" aria-label=${label}>
    ${items.map(
      ([id, text, href]) => html`<a href=${href} aria-current=${id === current ? "page" : nothing}>${text}</a>`,
    )}
  </nav>`;

/** The tabs of the service as a whole. */
export const serviceTabs = (current: "status" | "operators") =>
  tabs("Service", current, [
    ["status", "Status", to.status()],
    ["operators", "Operators", to.operators()],
  ]);

/** Where tabs do not fit, as on a phone, the current one is brought into sight; the page itself stays where it is. */
export function showCurrentTab(host: HTMLElement): void {
  const nav = host.querySelector<HTMLElement>(".tabs");
  const tab = nav?.querySelector<HTMLElement>("[aria-current]");
  if (nav && tab) nav.scrollLeft = tab.offsetLeft - nav.offsetLeft - (nav.clientWidth - tab.clientWidth) / 2;
}

export const badge = (tone: "good" | "warn" | "bad" | "plain" | "live", text: string): TemplateResult =>
  html`<span class="badge ${tone}">${text}</span>`;
