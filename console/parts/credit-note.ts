import { html, nothing } from "lit";
import type { Organization } from "../answers.ts";
import { to } from "../router.ts";

/** Whether a call could start: a start takes at least a minute's worth. */
export const hasCredit = ({ credit, credits_per_minute }: Organization): boolean =>
  credit.available >= Math.min(credits_per_minute.provider_a, credits_per_minute.provider_b);

/** A banner over everything of an organization that has no credit left. */
export const creditNote = (org: Organization, operator: boolean) =>
  hasCredit(org)
    ? nothing
    : html`<div class="note bad" role="status">
        <p>
          <strong>No credit left.</strong> Every call of this organization is refused until it has some.
          ${operator ? html`<a href=${to.organization(org.id, "ledger")}>Grant credit</a>` : "Ask the operator of this service."}
        </p>
      </div>`;
