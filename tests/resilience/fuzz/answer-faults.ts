import { Validator } from "@cfworker/json-schema";
import { deviations, document } from "../../harness/worker/documented.ts";
import type { FuzzRequest } from "./requests.ts";
import type { Answer } from "./send.ts";

const errorShapes = ["Error", "ValidationError", "RateLimited"].map(
  (name) =>
    new Validator({ ...document.components.schemas[name], components: document.components } as object, "2020-12"),
);

const isError = (body: string) => {
  try {
    const parsed = JSON.parse(body);
    return errorShapes.some((shape) => shape.validate(parsed).valid);
  } catch {
    return false;
  }
};

/** The one operation that may say that its vendor cannot be reached. */
const MAY_FAIL = "GET /widget/v1/extprovider-convai/signed-url";

/** What is wrong with an answer; nothing when all is well. */
export function faultsOf(request: FuzzRequest, answer: Answer): string[] {
  const { status, headers, body } = answer;
  const found: string[] = [];
  if (!headers.get("x-request-id")) found.push("no X-Request-Id");
  if (status >= 500 && !(request.operation === MAY_FAIL && (status === 502 || status === 503)))
    found.push(`a ${status}`);
  // The built-in vendor refuses in the words of the protocol it speaks.
  const vendor = request.target.startsWith("/demo/v1/realtime");
  if (status >= 400 && request.method !== "HEAD" && !vendor && !isError(body))
    found.push("not in the shape of an error");
  if (status === 405 && !headers.get("allow")) found.push("405 without Allow");
  // A hostile segment may make another path of it, which is simply not found.
  const elsewhere = status === 404 && body === '{"detail":"Not Found","code":"not_found"}';
  if (request.operation && !elsewhere) found.push(...deviations(answer, body, request.operation));
  return found;
}

/** A request as one can send it again. */
export const describeRequest = ({ method, target, headers, body }: FuzzRequest) =>
  `${method} ${target.slice(0, 300)}\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value.slice(0, 120)}`)
    .join("\n")}\n\n${body ? body.toString("latin1").slice(0, 500) : ""}`;
