import { html, nothing } from "lit";
import type { SourcePatterns } from "../../shared/knowledge.ts";
import type { SitePreview } from "../../shared/site-preview.ts";
import { count } from "./format.ts";

const counted = (pages: number): string => (pages === 1 ? "1 page" : `${count(pages)} pages`);
const KINDS = { sitemap: "in the sitemap", feed: "in the feed", links: "by the links of" } as const;

/** One pattern a line. */
const patternLines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The patterns of a form. */
export const patternsIn = (values: { text(name: string): string }): SourcePatterns => ({
  include: patternLines(values.text("include")),
  exclude: patternLines(values.text("exclude")),
});

/** The folder's line in the patterns that leave out, in or out. */
function leaveOut(event: Event, path: string): void {
  const box = event.target as HTMLInputElement;
  const area = box.form?.elements.namedItem("exclude") as HTMLTextAreaElement;
  const others = patternLines(area.value).filter((line) => line !== path);
  area.value = (box.checked ? others : [...others, path]).join("\n");
}

/** What an address leads to: how many pages, where they are named, and the folders to choose from. */
export function sitePreview({ addresses, chosen, forbidden, room, complete, ways, folders, problem }: SitePreview) {
  if (problem !== null) return html`<p class="note bad" role="alert">${problem}</p>`;
  // A folder that others stand in cannot be left out without them.
  const alone = (path: string) => !folders.some((other) => other.path !== path && other.path.startsWith(path));
  return html`<div role="status">
    <p>
      ${complete ? "" : "At least "}${counted(addresses)} found${chosen < addresses ? `, ${counted(chosen)} chosen` : ""}.
      ${forbidden > 0 ? `${counted(forbidden)} more may not be read: the site's robots.txt forbids it.` : nothing}
      ${complete ? nothing : "The look ended early; reading finds the rest."}
    </p>
    ${
      chosen > room
        ? html`<p class="note bad">There is room for ${counted(room)}, and the first ones are read. Leave out what visitors do not ask about.</p>`
        : nothing
    }
    <fieldset class="stack">
      <legend>Read these folders</legend>
      ${folders.map(
        ({ path, addresses: count, chosen: taken, examples }) => html`<div class="field check">
          <label>
            <input type="checkbox" ?checked=${taken > 0} ?disabled=${!alone(path)} @change=${(event: Event) => leaveOut(event, path)} />
            <span>${path} <span class="hint">${counted(count)}, e.g. ${examples[0]}</span></span>
          </label>
        </div>`,
      )}
    </fieldset>
    <ul class="hint">
      ${ways.map(({ kind, url, addresses: count, problem: why }) => html`<li>${why ?? `${counted(count)} ${KINDS[kind]}`} ${url}</li>`)}
    </ul>
  </div>`;
}
