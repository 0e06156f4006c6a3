import { operationsOf } from "../../openapi/operation.ts";
import { METRICS_TYPE, metricsText } from "../../projects/metrics.ts";
import { loadStatus } from "../../projects/status.ts";

const operation = operationsOf("Operating");

export const status = operation({
  id: "getStatus",
  summary: "Read how the service is doing",
  description:
    "Versions, vendors, failures by kind, what waits to be handed to the database and to webhooks, sizes, alerts.",
  answers: { 200: { description: "As of now.", schema: "Status" } },
  handle: async (c) => c.json(await loadStatus(c.env, Date.now())),
});

/** The same for Prometheus and the like, which ask every minute. */
export const metrics = operation({
  id: "getMetrics",
  summary: "Read the status in Prometheus' format",
  description: "Prometheus' text format, which OpenTelemetry collectors read too.",
  answers: { 200: { description: "The metrics.", mediaType: "text/plain" } },
  handle: async (c) => c.body(metricsText(await loadStatus(c.env, Date.now())), 200, { "Content-Type": METRICS_TYPE }),
});
