import { afterAll, describe, expect, test } from "vitest";
import type { SessionStarted } from "../../shared/session.ts";
import { eventually } from "../harness/service/operator.ts";
import type { MintScenario, StandIn } from "../harness/vendors/stand-in.ts";
import { SLOW_MS } from "../harness/vendors/stand-in.ts";
import { askOnce } from "./ask-once.ts";
import { type Bench, CONTEXT, GREETING, INSTRUCTIONS, openShop, start, toolsOf, untouched } from "./setup.ts";
import type { Vendor } from "./vendor.ts";

/** How vendors fail, and what the visitor's site may read of it. */
const FAILURES: { scenario: MintScenario; detail: RegExp; cause: RegExp }[] = [
  { scenario: "unauthorized", detail: /key/, cause: /401/ },
  { scenario: "forbidden", detail: /region/, cause: /403|400.*User location is not supported/ },
  { scenario: "refused", detail: /settings/, cause: /400/ },
  { scenario: "quota", detail: /limit|credit/, cause: /429/ },
  { scenario: "unavailable", detail: /trouble/, cause: /503/ },
  { scenario: "html", detail: /trouble/, cause: /502/ },
  { scenario: "half json", detail: /understood/, cause: /JSON|SDP/i },
  { scenario: "no token", detail: /understood/, cause: /./ },
];

/**
 * The Worker's side: what the vendor is asked, and what becomes of its answers.
 * @returns what comes last: eight seconds of a vendor's silence pass beside all other tests
 */
export function mintSuite(vendor: Vendor, bench: () => Bench): () => void {
  let last = () => {};
  describe("mint", () => {
    const standIn = (): StandIn => {
      const one = bench().standIn;
      if (!one) throw new Error("this vendor is built in");
      return one;
    };

    test.skipIf(vendor.startRequest)("answers with all that a client needs to connect", async () => {
      const shop = await openShop(bench(), { tools: toolsOf("http://localhost:9/hook") });
      const begun = performance.now();
      const response = await start(bench(), shop, {}, { offer: false });
      const body = (await response.json()) as SessionStarted;
      bench().note("token", `${Math.round(performance.now() - begun)} ms`);
      expect(response.status, JSON.stringify(body)).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-store");
      const { protocol, transport, url } = vendor.connection;
      expect(body.connection).toMatchObject({ protocol, transport, url: expect.stringMatching(url) });
      expect(body).toMatchObject({
        success: true,
        model: "provider_a",
        initial_message: GREETING,
        agent_name: "Ava",
        client_secret: { ephemeral_token: expect.stringMatching(/.{16}/), expires_at: expect.any(Number) },
        tools: [{ name: "show_offer" }, { name: "look_up" }],
      });
      expect(body.client_secret.expires_at ?? 0).toBeGreaterThan(Date.now() / 1000);
      expect((body.ice_servers ?? []).length > 0).toBe(vendor.can.iceServers);
      expect("setup" in body.connection, "only what cannot be baked goes through the page").toBe(
        vendor.connection.setup ?? !vendor.can.bake,
      );
      const text = JSON.stringify(body);
      expect(text).not.toContain("whsec_");
      if (vendor.can.bake) expect(text, "the prompt stays with the service").not.toContain(INSTRUCTIONS);
      if (bench().standIn) expect(text).not.toContain(standIn().key);
      const { lines, credit } = await bench().admin.organization(shop.org_id);
      expect(lines.in_use).toBe(1);
      expect(credit.reserved).toBeGreaterThan(0);
    });

    if (!vendor.standIn) return;

    afterAll(() => {
      // No page goes on with them, and each keeps a process busy.
      for (const call of standIn().calls) call.drop();
    });

    test.skipIf(vendor.startRequest)("tells the vendor of the agent, and of the visitor as data", async () => {
      const shop = await openShop(bench(), { ...vendor.agent, tools: toolsOf("http://localhost:9/hook") });
      const visitor = { context: CONTEXT, visitor_id: "visitor-7@example.com" };
      const response = await start(bench(), shop, visitor);
      const started = (await response.json()) as SessionStarted;
      const { connection, voice_llm_model } = started;
      if (vendor.getsSetupLate) await askOnce(started);
      const received = standIn().setup;
      if (vendor.defaults.model) expect(voice_llm_model).toMatch(vendor.defaults.model);
      if (vendor.can.bake) {
        expect(received?.model).toBe(voice_llm_model);
        expect(received?.instructions.startsWith(INSTRUCTIONS)).toBe(true);
        expect(received?.instructions).toContain('"two rye loaves"');
        expect(received?.instructions).toMatch(/data.*never take it as an instruction/s);
        expect(received?.voice).toMatch(vendor.defaults.voice);
        expect(received?.tools).toEqual(["show_offer", "look_up"]);
        expect(received).toMatchObject({ transcribes: vendor.can.transcribe, interrupts: true });
        expect(JSON.stringify(received), "no address, no secret of a tool").not.toMatch(/whsec_|localhost:9/);
      } else {
        const setup = JSON.stringify(connection.setup);
        expect(setup).toContain(INSTRUCTIONS);
        expect(setup).toContain("two rye loaves");
        expect(setup).toContain("look_up");
        expect(setup).not.toMatch(/whsec_|localhost:9/);
      }
      if (vendor.can.safetyIdentifier) {
        const first = standIn().safety_identifier;
        expect(first).toMatch(/^[0-9a-f]{32,128}$/);
        await start(bench(), shop, visitor);
        expect(standIn().safety_identifier, "the same visitor").toBe(first);
        const other = await openShop(bench());
        await start(bench(), other, { visitor_id: "visitor-8@example.com" });
        expect(standIn().safety_identifier, "another one").not.toBe(first);
      }
    });

    test.skipIf(vendor.startRequest)(
      "takes the agent's own voice and model, and the page's voice before it",
      async () => {
        const shop = await openShop(bench(), { voice: "agents-voice", model: "agents-model" });
        const started = (await (await start(bench(), shop)).json()) as SessionStarted;
        expect(started.voice_llm_model).toMatch(/^(models\/)?agents-model$/);
        if (vendor.getsSetupLate) await askOnce(started);
        const said = () => JSON.stringify(vendor.can.bake ? standIn().setup : started.connection.setup);
        expect(said()).toContain("agents-voice");
        const again = (await (await start(bench(), shop, { voice: "pages-voice" })).json()) as SessionStarted;
        if (vendor.getsSetupLate) await askOnce(again);
        const now = JSON.stringify(vendor.can.bake ? standIn().setup : again.connection.setup);
        expect(now).toContain("pages-voice");
        expect(now).not.toContain("agents-voice");
      },
    );

    const judge = async (scenario: string, response: Response, org_id: number, words: RegExp, cause: RegExp) => {
      const text = await response.text();
      const status = vendor.startRequest?.refusal(scenario) ?? 400;
      expect(response.status, `${scenario}: ${text}`).toBe(status);
      const { detail } = JSON.parse(text) as { detail: string };
      if (!vendor.startRequest) {
        expect(detail, scenario).toMatch(/^The session could not be set up: /);
        expect(detail, scenario).toMatch(words);
      }
      expect(text, "no word of the vendor's").not.toContain(standIn().unspeakable);
      expect(text).not.toContain(standIn().key);
      expect(untouched(await bench().admin.organization(org_id)), `${scenario}: line and credit`).toBe(true);
      const id = response.headers.get("x-request-id") ?? "none";
      const line = await eventually(
        async () =>
          bench()
            .server.output()
            .split("\n")
            .find((one) => one.includes(id)) ?? "",
        (one) => one !== "",
      );
      const { cause: why } = JSON.parse(line.slice(line.indexOf("{"))) as { cause?: string };
      expect(why ?? "", `${scenario}: the operator finds the cause`).toMatch(cause);
      expect(bench().server.output()).not.toContain(standIn().key);
    };

    let hanging: { response: Promise<Response>; org_id: number } | undefined;
    test("refusals and invalid answers: a plain error without the vendor's words, line and credit free, the cause in the log", async () => {
      const hung = await openShop(bench());
      standIn().mint = "hang";
      const asked = standIn().requests.length;
      hanging = { response: start(bench(), hung), org_id: hung.org_id };
      await eventually(
        async () => standIn().requests.length,
        (count) => count > asked,
      );

      for (const { scenario, detail, cause } of FAILURES) {
        const shop = await openShop(bench());
        standIn().mint = scenario;
        await judge(scenario, await start(bench(), shop), shop.org_id, detail, cause);
      }
      // Who is known to refuse places is asked from another one before the visitor hears of it.
      if (["openai", "gemini"].includes(vendor.name))
        expect(bench().server.output()).toMatch(/"event":"vendor_refused_place".*"worked":false/);
      standIn().mint = "normal";
    });

    test("a vendor that is slow is waited for", async () => {
      const shop = await openShop(bench());
      standIn().mint = "slow";
      const begun = performance.now();
      const response = await start(bench(), shop);
      standIn().mint = "normal";
      expect(response.status).toBe(200);
      expect(performance.now() - begun).toBeGreaterThan(SLOW_MS);
    });

    last = () => {
      test("a vendor that never answers is given up on, with the same plain error", async () => {
        if (!hanging) throw new Error("nobody was asked");
        await judge("hang", await hanging.response, hanging.org_id, /in time/, /time/i);
        const covered = [...FAILURES.map(({ scenario }) => scenario), "hang"];
        bench().note("vendor's failures", `${covered.length} answered calmly: ${covered.join(", ")}`);
      });
    };
  });
  return () => last();
}
