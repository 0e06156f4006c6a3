import type { Finding } from "./finding.ts";

/** The service and the key. */
interface Service {
  apiKey: string;
  baseUrl: string;
  fetch: typeof fetch;
}

/** What an owner can do about a refusal, where its text does not say so. */
const REMEDIES: Record<string, string> = {
  no_credit: "grant some in the console, in the organization's credit ledger",
  no_organization: "choose one in the console, in the project's settings",
  no_subscription: "change its plan in the console",
  session_not_set_up: "its vendor has no key where the service runs; GET /healthz and the console name it",
};

/** What would refuse a session with the agent now; asks the service, which starts none and looks at no cap of a day. */
export async function readinessFindings(service: Service, agentId: number): Promise<Finding[]> {
  const { baseUrl, apiKey, fetch: send } = service;
  const address = `${baseUrl}/widget/v1/session/readiness?agent_id=${agentId}`;
  try {
    const response = await send(address, { headers: { "X-API-Key": apiKey }, credentials: "omit" });
    if (response.status === 401)
      return [{ ok: false, text: "this key may not start conversations: make one with widget:session, or a channel" }];
    // An older service does not have this route.
    if (!response.ok) return [];
    const { problems } = (await response.json()) as { problems: { code: string; detail: string }[] };
    if (problems.length === 0) return [{ ok: true, text: "credit, a line and a vendor are there for a conversation" }];
    return problems.map(({ code, detail }) => {
      const remedy = REMEDIES[code];
      return { ok: false, text: `no conversation can start: ${detail}${remedy ? `; ${remedy}` : ""}` };
    });
  } catch {
    // The config was loaded a moment ago, so this failure says nothing about the site.
    return [];
  }
}
