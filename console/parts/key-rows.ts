import { html, nothing, type TemplateResult } from "lit";
import type { ApiKey } from "../answers.ts";
import type { Api } from "../api.ts";
import { Confirm } from "./confirm.ts";
import { moment, momentInHours } from "./format.ts";
import { badge } from "./page.ts";
import { domainsText } from "./snippet-shown.ts";
import { actions, table } from "./table.ts";

/** When and from where a key was used last, to the hour. */
const lastUse = ({ last_used_at, last_used_origin }: ApiKey): unknown =>
  last_used_at === null
    ? html`<span class="muted">never used</span>`
    : html`${momentInHours(last_used_at)} <span class="sub">${last_used_origin ?? "not from a page"}</span>`;

const isRevoked = ({ revoked_at }: ApiKey) => revoked_at !== null;

/** Keys in a table: what each works on, when it was used last, and a button that ends it. */
export const keyRows = (
  label: string,
  keys: readonly ApiKey[],
  { verb, end, limits }: { verb: string; end: (key: ApiKey) => void; limits?: (key: ApiKey) => unknown },
): TemplateResult =>
  table(
    keys,
    {
      Key: ({ name, display }) =>
        html`<span>${limits ? html`<strong>${name}</strong> ` : nothing}<code>${display}…</code></span>`,
      ...(limits && { Permissions: limits }),
      "Works on": ({ allowed_domains }) => domainsText(allowed_domains),
      "Last used": (key) => html`<span>${lastUse(key)}</span>`,
      Created: ({ created_at }) => moment(created_at),
      ...actions((key: ApiKey) =>
        isRevoked(key)
          ? badge("plain", "revoked")
          : html`<button type="button" class="small bad" aria-label="${verb} ${key.display}…" @click=${() => end(key)}>
              ${verb}
            </button>`,
      ),
    },
    { label, isDim: isRevoked },
  );

/** Asks, with what is known of its use, and revokes. */
export const endKey = (api: Api, key: ApiKey, verb: string): Promise<boolean> =>
  Confirm.ask({
    title: `${verb} ${key.display}…?`,
    text: html`As soon as you confirm, every request with it is refused. It never works again.
    ${
      key.last_used_at === null
        ? "It was never used."
        : html`It was last used in the hour from ${momentInHours(key.last_used_at)}, from
          ${key.last_used_origin ?? "a program, not a page"}.`
    }`,
    verb: `${verb} key`,
    danger: true,
    run: () => api.delete(`/keys/${key.id}`),
  });
