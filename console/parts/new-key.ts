import { html, nothing, type TemplateResult } from "lit";
import { closeDialog } from "./modal.ts";

/** A key that was just made: shown once, with what to do with it. */
export const newKey = (
  title: string,
  key: string,
  snippet: string | null,
  pinned: string | null = null,
): TemplateResult => html`<div class="form">
  <h2 id="new-key-title">${title}</h2>
  ${
    snippet
      ? html`<p>Paste this into the page, right before <code>&lt;/body&gt;</code>. The widget appears at once.</p>
          <vc-copy label="snippet" .value=${snippet}></vc-copy>`
      : nothing
  }
  <p>${snippet ? "The key alone. It" : "The key"} is shown this once: the server keeps only a hash of it.</p>
  <vc-copy label="key" .value=${key}></vc-copy>
  ${
    pinned
      ? html`<details>
          <summary>Pin this version</summary>
          <p>Stays as it is today, held by its hash, until you paste another. It takes no part in updates.</p>
          <vc-copy label="pinned snippet" .value=${pinned}></vc-copy>
        </details>`
      : nothing
  }
  <div class="buttons"><button type="button" @click=${closeDialog}>Done</button></div>
</div>`;

export const domainsText = (domains: readonly string[]): string => domains.join(", ") || "every site";
