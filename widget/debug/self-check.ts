import { ignoredSettings } from "../config/invalid-settings.ts";
import { policyAdvice } from "../config/microphone-policy.ts";
import type { Finding } from "./finding.ts";
import { hintText } from "./hint-text.ts";
import { policyText } from "./policy-text.ts";
import { readinessFindings } from "./readiness.ts";

/** What a conversation depends on in the page around the widget. */
export interface Surroundings {
  apiKey: string;
  baseUrl: string;
  /** The agent that the page names, if any. */
  agentId?: string | null;
  origin: string;
  secure: boolean;
  fetch: typeof fetch;
  /** The directive of the page's content security policy that blocks this address, if any. */
  stoppedBy?(address: string): string | null;
  /** Whether the page is in a frame. */
  framed: boolean;
  /** Whether the page's policy, or that of the frame, lets it use the microphone; null where a browser does not tell. */
  microphoneAllowed: boolean | null;
  /** `granted`, `denied`, `prompt`, or null where a browser does not tell. */
  microphonePermission: string | null;
  worklets: boolean;
}

const good = (text: string): Finding => ({ ok: true, text });
const bad = (text: string): Finding => ({ ok: false, text });
const fact = (text: string): Finding => ({ ok: null, text });

/** Checks key, origin, config, credit, vendor and microphone without opening a session, in two requests. */
export async function selfCheck(page: Surroundings): Promise<Finding[]> {
  const findings: Finding[] = [
    /^svc_pk_[0-9A-Za-z]{38}$/.test(page.apiKey)
      ? good(`api-key ${page.apiKey.slice(0, 13)}…: the format is valid`)
      : bad(page.apiKey ? "the api-key's format is not valid: copy it again" : hintText("no_key", [])),
    page.origin === "null"
      ? bad("this page has no origin (a file or a sandboxed frame): no allowed domain can match it")
      : fact(`this page's origin is ${page.origin}`),
    page.secure
      ? good("the page is secure: it may ask for the microphone")
      : bad("the page is not on https:// (or localhost): browsers give it no microphone"),
  ];
  findings.push(...(await config(page)));
  if (page.microphoneAllowed === false) findings.push(bad(policyAdvice(page.framed)));
  if (page.microphonePermission)
    findings.push({
      ok: page.microphonePermission !== "denied",
      text: `the microphone's permission is "${page.microphonePermission}" in this browser`,
    });
  if (!page.worklets) findings.push(bad("this browser, or this insecure page, has no audio worklets"));
  return findings;
}

async function config(page: Surroundings): Promise<Finding[]> {
  const { baseUrl, apiKey, fetch: send } = page;
  const address = `${baseUrl}/widget/v1/config`;
  const began = performance.now();
  try {
    const response = await send(address, { headers: { "X-API-Key": apiKey }, credentials: "omit" });
    const time = `${Math.round(performance.now() - began)} ms`;
    if (!response.ok) {
      const answered = hintText("answered", [address, String(response.status)]);
      return [bad(response.status === 401 ? `${answered} ${allow(page.origin)}` : answered)];
    }
    const { agents, agent_id, project_name, widget_config } = await response.json();
    const answering = agent(page, agents, agent_id);
    const findings = [
      good(`${address} answered in ${time}: project "${project_name}"`),
      ...ignoredSettings(widget_config).map(bad),
      answering,
    ];
    if (!answering.ok) return findings;
    return [...findings, ...(await readinessFindings(page, Number(page.agentId) || agent_id || agents[0].id))];
  } catch (error) {
    const directive = page.stoppedBy?.(address);
    if (directive) return [bad(policyText(address, directive))];
    return [bad(hintText("no_answer", [address, (error as Error).message]))];
  }
}

/** The text for a 401: the service deliberately does not say which of the two causes it was. */
function allow(origin: string): string {
  const [, parent] = /^https?:\/\/[^.]+\.([^.]+\.[^:]*[a-z])(?::\d+)?$/.exec(origin) ?? [];
  const domains = parent ? `${origin}, or *.${parent} for all of its subdomains` : origin;
  return `If the key is right, write ${domains} into the allowed domains, in the console where the key was made.`;
}

function agent(page: Surroundings, agents: { id: number; name: string }[], bound: number | null): Finding {
  const names = agents.map(({ id, name }) => `${name} (${id})`).join(", ");
  const wanted = page.agentId ? Number(page.agentId) : null;
  if (!names) return bad("the project has no active agent: make one in the console");
  if (wanted && bound && wanted !== bound)
    return bad(`agent-id is ${wanted}, but the key works with agent ${bound} only: leave agent-id out`);
  if (wanted && !agents.some(({ id }) => id === wanted))
    return bad(`agent-id ${wanted} is no active agent of this project; active: ${names}`);
  return good(`active agents: ${names}${bound ? `; the key is bound to ${bound}` : ""}`);
}
