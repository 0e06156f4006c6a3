import { afterEach, expect, it, vi } from "vitest";
import { demo } from "../../../worker/providers/demo.ts";
import { inworld } from "../../../worker/providers/inworld.ts";
import { openai } from "../../../worker/providers/openai.ts";
import type { AgentSetup, VendorAdapter } from "../../../worker/providers/provider.ts";
import { xai } from "../../../worker/providers/xai.ts";
import { callRequest, OFFER, vendorContext } from "../../harness/worker/call-request.ts";
import { reconnect, start, widget, world } from "../../harness/worker/organization.ts";

/** How fast the agent speaks, as the visitor chose it: who is told, and what. */

afterEach(() => {
  vi.restoreAllMocks();
});

it("reaches a vendor that has it, at the start and at another connection; else it is passed over", async () => {
  const mint = vi.spyOn(demo, "mint");
  const site = await world();
  const adapter: VendorAdapter = demo;
  for (const has_speeds of [true, false]) {
    adapter.has_speeds = has_speeds;
    const { session_id } = await start(site, { speed: "slower" });
    await reconnect(site, session_id, 200, { speed: "faster" });
    await start(site, { speed: "normal" });
  }
  delete adapter.has_speeds;
  const told = mint.mock.calls.map(([{ agent }]) => agent.speed);
  expect(told).toEqual(["slower", "faster", undefined, undefined, undefined, undefined]);
  const { detail } = await widget(site.key, "POST", "/session", { agent_id: site.agent_id, speed: 0.5 }, 422);
  expect(detail[0]).toMatchObject({ loc: ["body", "speed"] });
});

it("is offered to pages by agents whose vendor has it alone", async () => {
  const site = await world();
  const [agent] = (await widget(site.key, "GET", "/config")).agents;
  expect(agent).not.toHaveProperty("speeds");
  expect([openai, inworld, xai].map((vendor: VendorAdapter) => vendor.has_speeds)).toEqual([true, true, true]);
});

it.each([
  ["slower", { speed: 0.8 }],
  ["faster", { speed: 1.2 }],
  [undefined, {}],
] as const)("is %s in each vendor's words", async (speed, expected) => {
  const setup: AgentSetup = {
    instructions: "",
    greeting: null,
    voice: null,
    model: null,
    tools: [],
    ...(speed && { speed }),
  };
  const bodies: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
    bodies.push(await new Response(init?.body).text());
    return Response.json({ value: "t", expires_at: 4_000_000_000 });
  });
  await openai.place(callRequest(setup), OFFER, vendorContext()).catch(() => null);
  await inworld.place(callRequest(setup), OFFER, vendorContext()).catch(() => null);
  const { connection } = await xai.mint(callRequest(setup), vendorContext());
  const [ofOpenAi, ofInworld] = bodies.map((body) => JSON.parse(/\{.*\}/s.exec(body)?.[0] ?? "null"));
  const outputs = [
    ofOpenAi.audio.output,
    ofInworld.session.audio.output,
    (connection.setup as typeof ofOpenAi).audio.output,
  ];
  for (const { speed: told } of outputs) expect({ ...(told !== undefined && { speed: told }) }).toEqual(expected);
});
