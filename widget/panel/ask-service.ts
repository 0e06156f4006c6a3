import type { Service } from "../config/service.ts";
import type { SessionErrorCode } from "../errors.ts";
import { toJson } from "../json.ts";
import { readAnswer } from "../read-answer.ts";

const LIMIT_MS = 15_000;

/** Whether another try may be answered. */
export const mayPass = (failure: SessionErrorCode): boolean =>
  (["unreachable", "service_failed", "rate_limited"] satisfies SessionErrorCode[] as string[]).includes(failure);

export interface ServiceAnswer {
  /** `null` where the service did not answer. */
  body: unknown;
  /** Why the service did not do it; `null` where it did. */
  failure: SessionErrorCode | null;
}

/** One call with the page's key. Never rejects. */
export async function askService({ apiKey, baseUrl }: Service, path: string, sent: object): Promise<ServiceAnswer> {
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, "")}/widget/v1/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-API-Key": apiKey },
      body: toJson(sent),
      credentials: "omit",
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const body = await readAnswer(response);
    if (response.ok) return { body, failure: null };
    const { codeOf } = await import("../session/refusal.ts");
    return { body, failure: codeOf(response.status, body?.detail, body?.code) };
  } catch {
    return { body: null, failure: "unreachable" };
  }
}
