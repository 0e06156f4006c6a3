import { explain } from "./explain.ts";

/** One line of what an owner may want to know; `ok` null: only a fact. */
export interface Finding {
  ok: boolean | null;
  text: string;
}

/** The page around the widget, as far as a conversation depends on it. */
export interface Surroundings {
  apiKey: string;
  baseUrl: string;
  origin: string;
  secure: boolean;
  fetch: typeof fetch;
  /** Whether the frame may use the microphone; null where a browser does not tell. */
  microphoneAllowed: boolean | null;
  /** `granted`, `denied`, `prompt`, or null where a browser does not tell. */
  microphonePermission: string | null;
  worklets: boolean;
}

/** Key, origin, config and microphone, looked at without spending a session: one more request for the config. */
export async function selfCheck(page: Surroundings): Promise<Finding[]> {
  const key = /^svc_pk_[0-9A-Za-z]{38}$/.test(page.apiKey);
  const findings: Finding[] = [
    key
      ? { ok: true, text: `api-key ${page.apiKey.slice(0, 13)}… is written like one` }
      : { ok: false, text: page.apiKey ? "api-key is not written like one: copy it again" : explain("no_key", []) },
    page.origin === "null"
      ? { ok: false, text: "this page has no origin (a file or a sandboxed frame): no allowed domain can match it" }
      : { ok: null, text: `this page's origin is ${page.origin}` },
    page.secure
      ? { ok: true, text: "the page is secure: it may ask for the microphone" }
      : { ok: false, text: "the page is not on https:// (or localhost): browsers give it no microphone" },
  ];
  findings.push(...(await config(page)));
  if (page.microphoneAllowed === false)
    findings.push({ ok: false, text: 'this frame may not use the microphone: add allow="microphone; autoplay" to it' });
  if (page.microphonePermission)
    findings.push({
      ok: page.microphonePermission !== "denied",
      text: `the microphone's permission is "${page.microphonePermission}" in this browser`,
    });
  if (!page.worklets) findings.push({ ok: false, text: "this browser, or this insecure page, has no audio worklets" });
  return findings;
}

async function config({ baseUrl, apiKey, fetch: send }: Surroundings): Promise<Finding[]> {
  const address = `${baseUrl}/widget/v1/config`;
  const began = performance.now();
  try {
    const response = await send(address, { headers: { "X-API-Key": apiKey }, credentials: "omit" });
    const time = `${Math.round(performance.now() - began)} ms`;
    if (response.status === 401) return [{ ok: false, text: explain("refused", [address]) }];
    if (response.status === 429) return [{ ok: false, text: explain("limited", [address]) }];
    if (!response.ok) return [{ ok: false, text: explain("answered", [address, String(response.status)]) }];
    const { agents, agent_id, project_name } = await response.json();
    const names = (agents as { id: number; name: string }[]).map(({ id, name }) => `${name} (${id})`).join(", ");
    return [
      { ok: true, text: `${address} answered in ${time}: project "${project_name}"` },
      names
        ? { ok: true, text: `active agents: ${names}${agent_id ? `; the key is bound to ${agent_id}` : ""}` }
        : { ok: false, text: "the project has no active agent: make one in the console" },
    ];
  } catch (error) {
    return [{ ok: false, text: explain("no_answer", [address, (error as Error).message]) }];
  }
}
