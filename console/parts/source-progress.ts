import { html, nothing } from "lit";
import type { Source } from "../../shared/knowledge.ts";

export const sourceName = ({ id, title, url }: Source): string => title ?? url ?? `Source ${id}`;

export const passages = (count: number): string => (count === 1 ? "1 passage" : `${count} passages`);

/** How far a source has been read. */
export function sourceProgress({ pages, status, chunks }: Source) {
  if (!pages) return status === "ready" ? html`<span class="sub"><bdi>${passages(chunks)}</bdi></span>` : nothing;
  const { ready, failed, skipped, waiting } = pages;
  const done = ready + failed + skipped;
  return html`${
    status === "pending" && done + waiting > 0
      ? html`<progress aria-label="Pages read" max=${done + waiting} .value=${done}></progress>`
      : nothing
  }<span class="sub"><bdi>${ready === 1 ? "1 page" : `${ready} pages`}${failed ? `, ${failed} failed` : ""}${skipped ? `, ${skipped} left out` : ""}${
    waiting ? `, ${waiting} waiting` : ""
  }</bdi></span>`;
}
