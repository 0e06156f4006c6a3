import { html, nothing, type TemplateResult } from "lit";
import type { Fault } from "../../shared/errors.ts";
import type { ApiFailure } from "../api.ts";

/** The text of a fault, without FastAPI's prefix. */
export const faultText = (fault: Fault): string => fault.msg.replace(/^Value error, /, "");

/**
 * A read that failed: what happened, and what to do. What is not there is not asked for again.
 * @param busy it is read again right now
 */
export const failureNote = (failure: ApiFailure, retry: () => void, busy = false): TemplateResult =>
  html`<div class="note bad" role="alert">
    <p>${failure.message}</p>
    ${
      failure.faults.length > 0
        ? html`<ul>
            ${failure.faults.map((fault) => html`<li><code>${fault.loc.join(".")}</code> ${faultText(fault)}</li>`)}
          </ul>`
        : nothing
    }
    ${
      failure.status === 404
        ? nothing
        : html`<p><button type="button" aria-busy=${busy} @click=${retry}>Try again</button></p>`
    }
  </div>`;
