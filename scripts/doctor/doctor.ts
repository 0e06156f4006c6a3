import { setTimeout as sleep } from "node:timers/promises";
import { ALL_VENDORS, vendorFacts } from "../../shared/vendors.ts";
import { adviceFor } from "./advice.ts";
import { deployedService, startService } from "./service.ts";
import { findSlot } from "./slot.ts";
import type { Visit } from "./visit.ts";

/**
 * `npm run doctor -- VENDOR`: one real call with a vendor, with the operator's own key from the environment: the first
 * thing to run with a real account. Each step is printed with its time, or with what the vendor said and what to do.
 *
 * `npm run doctor -- VENDOR --at ADDRESS`: the same with a Worker that is deployed, by its operator's `ADMIN_TOKEN`.
 */

const [name = "", option, address] = process.argv.slice(2);
const patient = vendorFacts(name);
const token = process.env.ADMIN_TOKEN ?? "";

function fail(lines: string[]): never {
  for (const line of lines) console.error(line);
  process.exit(1);
}

if (!patient) fail([`There is no vendor "${name}". Vendors: ${Object.keys(ALL_VENDORS).join(", ")}.`]);
const USAGE = `ADMIN_TOKEN=… npm run doctor -- ${name} --at https://voice.example.com`;
if (option !== undefined && (option !== "--at" || !URL.canParse(address ?? "") || !token)) fail([`Write: ${USAGE}`]);
if (patient.deployed && option === undefined)
  fail([
    `${name} is reached only from a deployed Worker. Set PROVIDER_A = "${name}" in wrangler.toml, run \`npm run deploy\`,`,
    `and then: ${USAGE}`,
  ]);
// A deployed Worker has its keys, but not the agent's id at its vendor.
const needs = [...(option === undefined ? patient.needs : []), ...(patient.agent ? [patient.agent] : [])];
const missing = needs.filter((variable) => !process.env[variable]);
if (missing.length > 0) fail([`Set ${missing.join(" and ")} in the environment. You get it from ${patient.from}.`]);

const began = performance.now();
let last = began;
const done = (step: string, detail = "") => {
  const now = performance.now();
  const took = `${Math.round(now - last)} ms`.padStart(9);
  last = now;
  console.log(`✓ ${step.padEnd(34)}${took}${detail && `   ${detail}`}`);
};

/** How long to wait for events and logs that are late, milliseconds. */
const SOON_MS = 10_000;

/** Asks until the answer is the wanted one, or it takes too long. @returns the last answer */
async function soon<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  for (const until = performance.now() + SOON_MS; ; await sleep(100)) {
    const answer = await ask();
    if (wanted(answer) || performance.now() > until) return answer;
  }
}

const TOOL = {
  name: "check_stock",
  description: "Says how many loaves of a kind of bread are left.",
  kind: "client",
  parameters: { type: "object", properties: { item: { type: "string" } }, required: ["item"] },
};
const ORDER = 'Please use the tool check_stock {"item":"rye"} now, and tell me the number.';

const service = address
  ? deployedService(address, token)
  : await startService({ PROVIDER_A: patient.agent ? "demo" : name });
const organization = `Doctor ${new Date().toISOString()}`;
let org_id: number | null = null;
let visit: Visit | null = null;
let step = "reaching the service";
try {
  const provider = service.own ? (patient.agent ? "provider_x" : "provider_a") : await findSlot(service, name);
  done("the service runs");
  step = "starting the session";
  ({ id: org_id } = await service.admin<{ id: number }>("POST", "/organizations", {
    name: organization,
    features: { external_provider: true, memory: true, tools: true },
    voice_lines: 1,
  }));
  await service.admin("POST", `/organizations/${org_id}/credits`, { amount: 3_600 });
  const { id: project_id } = await service.admin<{ id: number }>("POST", "/projects", { org_id, name: "Doctor" });
  const { id: agent_id } = await service.admin<{ id: number }>("POST", "/agents", {
    project_id,
    name: "Doctor's agent",
    provider,
    initial_message: "Hello!",
    instructions: "You answer for a bakery. Be brief. It opens at seven. Use your tools when you are asked to.",
    ...(patient.agent && { extprovider_convai_agent_id: process.env[patient.agent] }),
    ...(!patient.agent && { tools: [TOOL] }),
  });
  const { key } = await service.admin<{ key: string }>("POST", `/projects/${project_id}/channels`, {
    name: "Doctor",
    agent_id,
  });
  // Only now: what drives the browser takes half a second of a core to load.
  visit = await (await import("./visit.ts")).Visit.begin(service.origin, key, console.log);
  done("a browser has the widget");

  await visit.page.evaluate(
    `document.querySelector("voice-widget").registerTool("check_stock", async () => ({ loaves: 7 }))`,
  );
  await visit.call("start");
  step = "connecting";
  await visit.until(
    "doctor.statuses.some(({ status }) => ['listening', 'thinking', 'speaking'].includes(status))",
    "A connection",
  );
  done("token and connection");
  step = "the greeting";
  await visit.until("doctor.statuses.some(({ status }) => status === 'speaking')", "The greeting");
  done("the agent speaks");
  // With its words, which may come later than its end: they would count as the answer to the sentence.
  const greeted = "[...doctor.messages.values()].some(({ role, text }) => role === 'agent' && text !== '')";
  await visit.until(`${greeted} && doctor.statuses.at(-1).status === 'listening'`, "The end of the greeting");
  done("and listens", (await visit.messages()).at(-1)?.text ?? "");

  step = "a spoken sentence";
  const before = (await visit.messages()).length;
  await visit.speak();
  await visit.until(
    `[...doctor.messages.values()].slice(${before}).some(({ role, text }) => role === "agent" && text !== "")`,
    "An answer to a spoken sentence",
  );
  await visit.until("doctor.statuses.at(-1).status === 'listening'", "The end of the answer");
  const said = (await visit.messages()).slice(before);
  done("a spoken sentence is answered", said.map(({ role, text }) => `${role}: ${text}`).join(" / "));

  if (!patient.agent) {
    step = "a tool";
    await visit.call("sendText", ORDER);
    await visit.until("doctor.tools.includes('check_stock')", "A call of the tool");
    await visit.until(
      "[...doctor.messages.values()].at(-1).role === 'agent' && doctor.statuses.at(-1).status === 'listening'",
      "An answer with the tool's result",
    );
    done("a tool runs, and is used", (await visit.messages()).at(-1)?.text ?? "");
  } else console.log("– a tool: the agent's own stand at the vendor");

  step = "hanging up";
  await visit.call("end");
  await visit.until("doctor.statuses.at(-1).status === 'ended'", "The end");
  const { items } = await service.admin<{ items: { id: string }[] }>("GET", `/projects/${project_id}/sessions`);
  // The page says that it ended before the service has heard of it.
  const record = await soon(
    () =>
      service.admin<{ status: string; usage?: { totals?: { total_tokens?: number } } }>(
        "GET",
        `/sessions/${items[0]?.id}`,
      ),
    ({ status }) => status === "ended",
  );
  if (record.status !== "ended") throw new Error(`the session is ${record.status}, not ended`);
  done("it hangs up, and is charged", `${record.usage?.totals?.total_tokens ?? "no"} tokens reported`);
  console.log(`\n${name} works, in ${((performance.now() - began) / 1_000).toFixed(1)} s.`);
} catch (error) {
  const causesIn = (output: string) => [...output.matchAll(/"cause":"((?:[^"\\]|\\.)*)"/g)].map(([, cause]) => cause);
  // The page hears of a refusal before the service's log has been read.
  const causes = await soon(
    async () => causesIn(service.output()),
    ({ length }) => length > 0 || !service.own,
  );
  const detail = /"detail":"((?:[^"\\]|\\.)*)"/.exec(service.output())?.[1] ?? "";
  const cause = causes.at(-1);
  console.error(`✗ ${step}: ${(error as Error).message}`);
  if (cause) console.error(`  the vendor: ${cause}`);
  else if (!service.own) console.error("  the vendor: its words stand in the Worker's log (`npx wrangler tail`)");
  console.error(`  what to do: ${adviceFor(`${detail} ${cause ?? ""} ${(error as Error).message}`)}`);
  process.exitCode = 1;
} finally {
  await visit?.close();
  if (!service.own && org_id !== null)
    await service.admin("DELETE", `/organizations/${org_id}`, { confirm: organization }).catch((error: Error) => {
      console.error(`✗ The organization "${organization}" is left there. Delete it in the console. ${error.message}`);
      process.exitCode = 1;
    });
  await service.stop();
}
