import { html, nothing, type TemplateResult } from "lit";
import type { ApiKey } from "../answers.ts";
import type { Api } from "../api.ts";
import { Confirm } from "./confirm.ts";
import { moment } from "./format.ts";
import { badge } from "./page.ts";
import { domainsText } from "./snippet-shown.ts";

/** When and from where a key was used last, to the hour. */
const lastUse = ({ last_used_at, last_used_origin }: ApiKey): unknown =>
  last_used_at === null
    ? html`<span class="muted">never used</span>`
    : html`${moment(last_used_at)} <span class="sub">${last_used_origin ?? "not from a page"}</span>`;

/** Keys in a table: what each works on, when it was used last, and a button that ends it. */
export const keyRows = (
  label: string,
  keys: readonly ApiKey[],
  parts: { verb: string; end: (key: ApiKey) => void; limits?: (key: ApiKey) => unknown },
): TemplateResult => html`<div class="scroll">
  <table class="rows" aria-label=${label}>
    <thead>
      <tr>
        <th scope="col">Key</th>
        ${parts.limits ? html`<th scope="col">Permissions</th>` : nothing}
        <th scope="col">Works on</th>
        <th scope="col">Last used</th>
        <th scope="col">Created</th>
        <th scope="col"><span class="visually-hidden">Actions</span></th>
      </tr>
    </thead>
    <tbody>
      ${keys.map(
        (key) => html`<tr class=${key.revoked_at === null ? "" : "dim"}>
          <td>
            <span>${parts.limits ? html`<strong>${key.name}</strong> ` : nothing}<code>${key.display}…</code></span>
          </td>
          ${parts.limits ? html`<td data-label="Permissions">${parts.limits(key)}</td>` : nothing}
          <td data-label="Works on">${domainsText(key.allowed_domains)}</td>
          <td data-label="Last used"><span>${lastUse(key)}</span></td>
          <td data-label="Created">${moment(key.created_at)}</td>
          <td class="act">
            ${
              key.revoked_at === null
                ? html`<button
                    type="button"
                    class="small bad"
                    aria-label="${parts.verb} ${key.display}…"
                    @click=${() => parts.end(key)}
                  >
                    ${parts.verb}
                  </button>`
                : badge("plain", "revoked")
            }
          </td>
        </tr>`,
      )}
    </tbody>
  </table>
</div>`;

/** Asks, with what is known of its use, and revokes. */
export const endKey = (api: Api, key: ApiKey, verb: string): Promise<boolean> =>
  Confirm.ask({
    title: `${verb} ${key.display}…?`,
    text: html`As soon as you confirm, every request with it is refused. It never works again.
    ${
      key.last_used_at === null
        ? "It was never used."
        : html`It was last used in the hour from ${moment(key.last_used_at)}, from
          ${key.last_used_origin ?? "a program, not a page"}.`
    }`,
    verb: `${verb} key`,
    danger: true,
    run: () => api.delete(`/keys/${key.id}`),
  });
