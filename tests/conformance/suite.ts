import { afterAll, beforeAll, describe } from "vitest";
import { startBundledServer } from "../harness/service/bundled-server.ts";
import { Admin } from "../harness/service/operator.ts";
import type { Server } from "../harness/service/server.ts";
import type { StandIn } from "../harness/vendors/stand-in.ts";
import { transportSuite } from "./conversation.ts";
import type { Bench } from "./setup.ts";
import { mintSuite } from "./token.ts";
import type { Vendor } from "./vendor.ts";

/** The one suite that every vendor passes, on both sides: the Worker's token and the widget's call. */
export function conformance(vendor: Vendor): void {
  describe(vendor.name, () => {
    const rows: { what: string; result: string }[] = [];
    let server: Server;
    let standIn: StandIn | null = null;
    let recognizer: StandIn | null = null;
    let bench: Bench;

    beforeAll(async () => {
      standIn = (await vendor.standIn?.()) ?? null;
      recognizer = (await vendor.recognizer?.()) ?? null;
      const env = {
        PROVIDER_A: vendor.name,
        VISITOR_MINUTE_LIMIT: "0",
        ...(standIn ? vendor.env(standIn) : {}),
      };
      const ai = vendor.isBinding ? standIn : recognizer;
      server = await startBundledServer(env, { ai: ai && new URL(ai.origin) });
      const note = (what: string, result: string) => rows.push({ what, result });
      bench = { vendor, server, admin: new Admin(server.origin), standIn, recognizer, note };
    });
    afterAll(async () => {
      await server?.stop();
      await standIn?.close();
      await recognizer?.close();
      const width = Math.max(0, ...rows.map(({ what }) => what.length));
      const lines = rows.map(({ what, result }) => `  ${what.padEnd(width)}  ${result}`);
      console.log(
        `\n${vendor.name} (${vendor.connection.protocol} over ${vendor.connection.transport})\n${lines.join("\n")}\n`,
      );
    });

    const last = mintSuite(vendor, () => bench);
    transportSuite(vendor, () => bench);
    if (vendor.standIn) describe("silence", last);
  });
}
