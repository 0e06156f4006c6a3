import type { Service } from "../tests/harness/service/workerd/service.ts";

/** What a visitor's page sends with its channel's key, at `/widget/v1` + path. @throws Error where the answer is not 200 */
export async function postAsPage<Answer>(
  { url }: Pick<Service, "url">,
  key: string,
  path: string,
  body: object,
): Promise<Answer> {
  const response = await fetch(`${url}/widget/v1${path}`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Answer;
}
