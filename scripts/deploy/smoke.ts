/**
 * One whole conversation with a deployed service, as a visitor has it: a website of its own, a start, the built-in agent's
 * answer, an end that is charged. It deletes afterwards what it made: a backup can be restored after a first deployment.
 */

const ORGANIZATION = "Smoke test";
const WAIT = 20_000;

class SmokeError extends Error {}

/** An answer that is none of success. */
class Refused extends SmokeError {
  readonly code: string | undefined;
  constructor(what: string, status: number, text: string) {
    super(`${what}: ${status} ${text.slice(0, 300)}`);
    this.code = codeOf(text);
  }
}

function codeOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { code?: string }).code;
  } catch {
    return undefined;
  }
}

async function json<T>(url: string, init: RequestInit, what: string): Promise<T> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, signal: AbortSignal.timeout(WAIT) });
  } catch (error) {
    throw new SmokeError(`${what}: ${url} did not answer (${error instanceof Error ? error.message : error})`);
  }
  const text = await response.text();
  if (!response.ok) throw new Refused(what, response.status, text);
  return (text === "" ? null : JSON.parse(text)) as T;
}

/** Asks until the service says that it can serve: a new address takes a while to be known. */
async function waitHealthy(url: string): Promise<void> {
  const until = Date.now() + 60_000;
  for (;;) {
    try {
      await json(`${url}/healthz`, {}, "It is not ready");
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((done) => setTimeout(done, 1_000));
    }
  }
}

interface Started {
  session_id: string;
  client_secret: { ephemeral_token: string };
  connection: { protocol: string; transport: string; url: string };
}

/** Says something and waits for the agent's whole answer. @returns what it said */
function converse({ connection, client_secret }: Started): Promise<string> {
  const protocols = ["realtime", `openai-insecure-api-key.${client_secret.ephemeral_token}`];
  const socket = new WebSocket(connection.url.replace(/^http/, "ws"), protocols);
  return new Promise<string>((done, fail) => {
    const timer = setTimeout(() => fail(new SmokeError("The agent did not answer in time")), WAIT);
    const send = (event: object) => socket.send(JSON.stringify(event));
    let said = "";
    socket.addEventListener("open", () => {
      const content = [{ type: "input_text", text: "Can you hear me?" }];
      send({ type: "conversation.item.create", item: { type: "message", role: "user", content } });
      send({ type: "response.create" });
    });
    socket.addEventListener("message", ({ data }) => {
      const event = JSON.parse(String(data)) as { type: string; delta?: string; error?: { message: string } };
      if (event.type.endsWith("audio_transcript.delta") || event.type.endsWith("output_text.delta"))
        said += event.delta ?? "";
      if (event.type === "error") fail(new SmokeError(`The agent said: ${event.error?.message}`));
      if (event.type === "response.done" && said !== "") done(said);
    });
    socket.addEventListener("error", () => fail(new SmokeError(`The call could not be opened: ${connection.url}`)));
    socket.addEventListener("close", ({ code, reason }) =>
      fail(new SmokeError(`The call was closed: ${code} ${reason}`)),
    );
    void timer;
  }).finally(() => socket.close());
}

/** @returns what was tried, in a sentence. @throws SmokeError that says what did not work */
export async function smokeTest(
  url: string,
  token: string | undefined,
  slots: Record<string, string>,
): Promise<string> {
  await waitHealthy(url);
  await json(`${url}/release.json`, {}, "The widget's files are not served");
  if (!token) return "it answers and serves its files. No conversation was held: give ADMIN_TOKEN for one";
  return holdConversation(url, token, slots);
}

/** The conversation alone, as an operator. */
export async function holdConversation(url: string, token: string, slots: Record<string, string>): Promise<string> {
  const admin = <T>(method: string, path: string, body?: object) =>
    json<T>(
      `${url}/admin/v1${path}`,
      {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body ? { body: JSON.stringify(body) } : {}),
      },
      `${method} ${path}`,
    );
  const organization = { name: ORGANIZATION, voice_lines: 1 };
  const { id: org_id } = await admin<Made>("POST", "/organizations", organization);
  try {
    await admin("POST", `/organizations/${org_id}/credits`, { amount: 600, note: ORGANIZATION });
    const { id: project_id } = await admin<Made>("POST", "/projects", { org_id, name: ORGANIZATION });
    const slot = ["provider_a", "provider_b"].find((name) => slots[name] === "demo");
    const agent = await admin<Made>("POST", "/agents", {
      project_id,
      name: ORGANIZATION,
      provider: slot ?? "provider_a",
    });
    const channel = await admin<Made & { key: string }>("POST", `/projects/${project_id}/channels`, {
      name: ORGANIZATION,
      agent_id: agent.id,
    });
    return await visit(url, channel.key, agent.id, slot !== undefined);
  } finally {
    await remove(admin, org_id).catch(() => {});
  }
}

type Admin = <T>(method: string, path: string, body?: object) => Promise<T>;
interface Made {
  id: number;
}

/** Asks until all of the organization is gone. After a while the service's cron is left to finish it. */
async function remove(admin: Admin, org_id: number): Promise<void> {
  const until = Date.now() + WAIT;
  // 202 tells its status; 204 has no body.
  while ((await admin<object | null>("DELETE", `/organizations/${org_id}`, { confirm: ORGANIZATION })) !== null)
    if (Date.now() > until) return;
    else await new Promise((done) => setTimeout(done, 500));
}

async function visit(url: string, key: string, agent_id: number, speaks: boolean): Promise<string> {
  const headers = { "X-API-Key": key, "content-type": "application/json" };
  const post = <T>(path: string, body: object, what: string) =>
    json<T>(`${url}/widget/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) }, what);
  await json(`${url}/widget/v1/config`, { headers }, "The widget gets no config");
  let started: Started;
  try {
    started = await post<Started>("/session", { agent_id }, "A session could not be started");
  } catch (error) {
    // Only a person in a browser passes Turnstile.
    if (error instanceof Refused && error.code === "challenge_required")
      return "a start asks for the challenge of Turnstile, as it is set up. No conversation was held";
    throw error;
  }
  const events = (list: object[], what: string) =>
    post(`/session/${started.session_id}/events`, { events: list }, what);
  // The vendor of the slot may cost money: such a session is started and ended, and no call is made.
  if (!speaks) {
    await events([{ type: "ended" }], "A session could not be ended");
    return "a session was started and ended. No vendor is the built-in one, so that nobody was called";
  }
  const said = await converse(started);
  await events([{ type: "connected" }, { type: "agent_transcript", text: said }], "The conversation was not kept");
  await events([{ type: "ended" }], "The session could not be ended");
  return `a whole conversation was held; the agent said "${said.slice(0, 80)}"`;
}
