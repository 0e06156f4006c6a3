import { vi } from "vitest";

export interface Received {
  id: string;
  headers: Headers;
  body: string;
  type: string;
  data: Record<string, unknown>;
}

/** Stands in for every receiver of webhooks: stores what comes, and answers as the test says. */
export function receiver(
  answer: (received: Received, url: string) => Response | Promise<Response> = () => new Response(null, { status: 204 }),
) {
  const received: Received[] = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      const body = await request.text();
      const { type, data } = JSON.parse(body);
      const one = { id: request.headers.get("webhook-id") ?? "", headers: request.headers, body, type, data };
      received.push(one);
      return answer(one, request.url);
    }),
  );
  return received;
}
