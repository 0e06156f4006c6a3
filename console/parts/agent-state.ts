import { html, nothing, type TemplateResult } from "lit";
import type { Agent, ProviderShown } from "../answers.ts";
import { badge } from "./page.ts";

/** What visitors get who call the agent: red where they get nothing. */
export function agentState(
  agent: Pick<Agent, "active" | "provider">,
  providers: readonly ProviderShown[] | null,
): TemplateResult {
  const vendor = providers?.find(({ provider }) => provider === agent.provider);
  if (!agent.active) return badge("plain", "Inactive");
  if (vendor?.detail)
    return html`<span>${badge("bad", "Cannot be called")}<span class="sub">${vendor.detail}</span></span>`;
  return html`<span>${badge("good", "Active")}${vendor && repeats(vendor) ? html`<span class="sub">demo voice</span>` : nothing}</span>`;
}

/** The built-in vendor has no model behind it. */
export const repeats = ({ vendor }: Pick<ProviderShown, "vendor">): boolean => vendor === "demo";

/** Said wherever somebody would expect an answer of the built-in vendor. */
export const repeatsNote = (vendor: Pick<ProviderShown, "vendor"> | undefined): TemplateResult | typeof nothing =>
  vendor && repeats(vendor)
    ? html`<p class="note repeats">
        <span>
          The built-in demo voice reads answers from your pages; otherwise it repeats what it hears and ignores
          instructions. It needs no account.
        </span>
        <a href="/guides/vendors#a-real-voice-in-two-lines" target="_blank">Give it a real voice <span class="arrow">→</span></a>
      </p>`
    : nothing;
