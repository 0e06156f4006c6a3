import type { Operation } from "./operation.ts";

/** What the service says about itself, to anyone. */
export const serviceOperations: Operation[] = [
  {
    id: "getHealth",
    method: "get",
    path: "/healthz",
    tag: "Service",
    summary: "Check whether the service is ready",
    access: "public",
    answers: {
      200: { description: "The service is ready.", schema: "Health", example: { status: "ok", version: "0.1.0" } },
      503: {
        description: "The service is not ready; `detail` says what to fix.",
        schema: "Unhealthy",
        example: {
          status: "unavailable",
          version: "0.1.0",
          detail: "settings: KEY_SECRET: each secret needs at least 16 characters",
        },
      },
    },
  },
  {
    id: "getOpenApi",
    method: "get",
    path: "/openapi.json",
    tag: "Service",
    summary: "Read this document",
    access: "public",
    answers: { 200: { description: "OpenAPI 3.1.", schema: "OpenApi", example: { openapi: "3.1.1" } } },
  },
];
