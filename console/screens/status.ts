import { html, nothing, type TemplateResult } from "lit";
import type { Status as State } from "../../shared/status.ts";
import { Load } from "../controllers/load.ts";
import { READER } from "../locale.ts";
import { capital, count, duration, moment } from "../parts/format.ts";
import { pageHead } from "../parts/page.ts";
import { SLOT_NAMES, vendorName } from "../parts/vendors.ts";
import { to } from "../router.ts";
import { ApiView } from "../view.ts";

const MIB = 2 ** 20;
const size = (bytes: number) => `${(bytes / MIB).toLocaleString(READER, { maximumFractionDigits: 1 })} MiB`;

type Row = [name: unknown, value: unknown];

const facts = (title: string, rows: Row[]): TemplateResult => html`<section class="card">
  <h2>${title}</h2>
  <table class="rows">
    <tbody>
      ${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td><bdi>${value}</bdi></td></tr>`)}
    </tbody>
  </table>
</section>`;

const history = (project_id: number) => html`<a href=${to.project(project_id)}>History of site ${project_id}</a>`;

/** Secrets being rotated, and when the old one may be dropped; nothing while none is. */
function rotating({ key_secret, admin_token, webhooks }: State["rotations"]): TemplateResult | typeof nothing {
  const rows: Row[] = [];
  if (key_secret.rotating || key_secret.old_keys > 0)
    rows.push([
      "KEY_SECRET",
      key_secret.old_keys === 0
        ? "all keys in use have moved to the new secret: remove the old one a day after the change"
        : `${count(key_secret.old_keys)} keys have not been used since the change`,
    ]);
  if (admin_token.rotating)
    rows.push([
      "ADMIN_TOKEN",
      admin_token.old_used_at === null
        ? "the old token has not been used since the change: remove it"
        : html`the old token was last used ${moment(admin_token.old_used_at)}`,
    ]);
  if (webhooks > 0) rows.push(["Webhooks signed with both secrets", count(webhooks)]);
  return rows.length === 0 ? nothing : facts("Secrets being rotated", rows);
}

/** The state of the service: what is running, what is waiting, what went wrong. */
export class Status extends ApiView {
  readonly #status = new Load<State>(
    this,
    (signal) => this.api.get("/status", { signal }),
    () => [this.api],
  );

  override render() {
    return html`<div class="stack">
      ${pageHead({ title: "Service status" })}
      ${this.#status.render((status) => this.#whole(status))}
      <vc-webhooks class="stack" .api=${this.api} .projectId=${null}></vc-webhooks>
    </div>`;
  }

  #whole(status: State): TemplateResult {
    const { versions, vendors, outbox, deliveries, stores, storage, alerts, deletions, errors, rotations } = status;
    return html`
      ${
        alerts.length === 0
          ? html`<div class="note" role="status"><p>Nothing is wrong as of ${moment(status.at)}.</p></div>`
          : alerts.map(
              ({ detail, raised_at }) =>
                html`<div class="note warn" role="alert"><p>${detail} (since ${moment(raised_at)})</p></div>`,
            )
      }
      <div class="buttons"><button type="button" @click=${this.attempt(() => this.#status.reload())}>Refresh</button></div>
      ${facts("Running", [
        ["Version", versions.service],
        ["Database schema", versions.schema ?? "unknown"],
        ...(versions.deployment === null ? [] : [["Deployment", versions.deployment] as Row]),
        ...vendors.map(
          ({ slot, vendor, configured, detail }): Row => [
            capital(SLOT_NAMES[slot]),
            configured
              ? vendorName(vendor)
              : html`${vendorName(vendor)}, not set up${detail === null ? nothing : `: ${detail}`}`,
          ],
        ),
      ])}
      ${facts("Waiting", [
        ["Running conversations", count(outbox.live_sessions)],
        ["Ledger changes not yet in the database", count(outbox.waiting)],
        ["The oldest of them", outbox.oldest_at === null ? "none" : duration(outbox.lag_seconds * 1000)],
        ["Webhook deliveries", count(deliveries.pending)],
        ["Failed webhook deliveries", count(deliveries.failed)],
        ["Webhooks switched off", count(deliveries.switched_off)],
        ...stores.late.map(({ project_id, since }): Row => [history(project_id), html`late since ${moment(since)}`]),
        ...deletions.map(({ kind, id, asked_at }): Row => [`Deleting ${kind} ${id}`, html`since ${moment(asked_at)}`]),
      ])}
      ${rotating(rotations)}
      ${facts("Storage", [
        ["Database", size(storage.database_bytes)],
        ["Ledgers", size(storage.ledger_bytes)],
        ...stores.full.map(({ project_id, percent }): Row => [history(project_id), `${percent} % full`]),
      ])}
      ${
        errors.length === 0
          ? nothing
          : facts(
              "What went wrong",
              errors.map(
                ({ kind, count: times, last_at, detail }): Row => [
                  kind,
                  html`${count(times)} times, last ${moment(last_at)}${detail === null ? nothing : html`: ${detail}`}`,
                ],
              ),
            )
      }
    `;
  }
}
