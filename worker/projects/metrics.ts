import type { Status } from "../../shared/status.ts";

type Labels = Record<string, string>;
type Sample = readonly [labels: Labels, value: number];

/** https://prometheus.io/docs/instrumenting/exposition_formats/ */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

const escaped = (value: string) => value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

const line = (name: string, [labels, value]: Sample): string => {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}`;
};

const family = (name: string, type: "gauge" | "counter", help: string, ...samples: Sample[]): string[] =>
  samples.length === 0
    ? []
    : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((sample) => line(name, sample))];

/** The status in Prometheus' text format, which OpenTelemetry collectors read too. */
export function metricsText({
  versions,
  vendors,
  errors,
  outbox,
  deliveries,
  stores,
  storage,
  alerts,
}: Status): string {
  const gauge = (name: string, help: string, value: number) =>
    family(`voice_widget_${name}`, "gauge", help, [{}, value]);
  return `${[
    ...family("voice_widget_info", "gauge", "What runs.", [
      { version: versions.service, schema: versions.schema ?? "", deployment: versions.deployment ?? "" },
      1,
    ]),
    ...family(
      "voice_widget_vendor_configured",
      "gauge",
      "Whether the vendor behind a slot has what it needs.",
      ...vendors.map(({ slot, vendor, configured }): Sample => [{ slot, vendor }, configured ? 1 : 0]),
    ),
    ...family(
      "voice_widget_errors_total",
      "counter",
      "Failures by kind.",
      ...errors.map(({ kind, count }): Sample => [{ kind }, count]),
    ),
    ...gauge("live_sessions", "Sessions that run.", outbox.live_sessions),
    ...gauge("organizations", "Organizations.", outbox.organizations),
    ...gauge("outbox_waiting", "Changes of ledgers that the database and the stores do not have yet.", outbox.waiting),
    ...gauge("outbox_lag_seconds", "Age of the oldest of them.", outbox.lag_seconds),
    ...gauge("deliveries_pending", "Deliveries to webhooks that are waiting.", deliveries.pending),
    ...gauge("deliveries_failed", "Deliveries to webhooks that have failed.", deliveries.failed),
    ...gauge("webhooks_switched_off", "Webhooks that are off.", deliveries.switched_off),
    ...gauge("stores_late", "Projects whose history lacks reports or sessions.", stores.late.length),
    ...gauge("stores_full", "Projects whose stores are almost full.", stores.full.length),
    ...gauge("database_bytes", "Size of the database.", storage.database_bytes),
    ...gauge("ledger_bytes", "Size of the ledgers.", storage.ledger_bytes),
    ...gauge("alerts", "Alerts that last.", alerts.length),
  ].join("\n")}\n`;
}
