import type { Service } from "../../config/service.ts";

const LIMIT_MS = 15_000;

/** One call with the page's key; `null` where the service cannot be reached. */
export async function askService(
  { apiKey, baseUrl }: Service,
  path: string,
  body: object,
): Promise<{ ok: boolean; answer: unknown } | null> {
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, "")}/widget/v1/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-API-Key": apiKey },
      body: JSON.stringify(body),
      credentials: "omit",
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    if (response.status >= 500 || response.status === 429) return null;
    return { ok: response.ok, answer: await response.json().catch(() => null) };
  } catch {
    return null;
  }
}
