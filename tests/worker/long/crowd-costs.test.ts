import { env } from "cloudflare:workers";
import { expect, inject, test } from "vitest";
import type { OrgLedger } from "../../../worker/index.ts";
import { makeSite } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";
import { farNoon, stopClock } from "../../harness/worker/stop-clock.ts";
import { ask, type Bill, billOf, installMeter, turnsOf } from "../contract/meter.ts";
import { opening } from "../org-ledger/new-ledger.ts";

/** CROWDS=10,100,1000,10000 for all of it: sessions that run beside the one that is counted. */
const SIZES = inject("crowds").split(",").map(Number);
const FIELDS = ["object_calls", "object_rows_read", "object_rows_written", "d1_rows_read", "d1_rows_written"] as const;

test("a session costs the same rows and calls among ten as among thousands", async () => {
  // Each session is published when it is asked to be, not as often as the machine is slow.
  stopClock(farNoon());
  const features = { external_provider: true, memory: false, tools: true };
  const site = await makeSite({ features, voice_lines: 10_000 });
  // Each of the crowd sets five minutes' worth aside.
  await admin("POST", `/organizations/${site.org}/credits`, { amount: 100_000_000 }, { status: 200 });
  const ledger = env.ORG_LEDGER.getByName(String(site.org)) as unknown as DurableObjectStub<OrgLedger>;
  const terms = {
    org_id: site.org,
    version: 1,
    subscription: "active" as const,
    voice_lines: 10_000,
    credits_per_minute: { provider_a: 60, provider_b: 60, provider_x: 60 },
  };
  await installMeter();
  const session = async () => {
    const { session_id } = await ask("POST", "/widget/v1/session", site.channel.key, { agent_id: site.agent });
    const events = (...list: object[]) =>
      ask("POST", `/widget/v1/session/${session_id}/events`, site.channel.key, { events: list });
    await events({ type: "connected" });
    for (let turn = 0; turn < 3; turn++) await events({ type: "heartbeat" });
    for (let turn = 0; turn < 6; turn++)
      await events({ type: "user_transcript", text: "Hello" }, { type: "agent_transcript", text: "Hi" });
    await events({ type: "ended" });
    await ledger.followUpPending();
  };
  // The first one loads what all others find loaded.
  await session();
  const bills: Bill[] = [];
  let live = 0;
  for (const size of SIZES) {
    for (; live < size; live++)
      await ledger.open(
        opening(`ses_${live}`, { project_id: 999, takes_line: false, provider: "provider_b" }),
        terms,
        true,
      );
    await ledger.publishPending();
    // What the newcomers left to be done after their publication is done with it.
    await session();
    bills.push({ ...(await billOf(session)) });
  }
  const [first] = bills;
  console.log(
    [
      `crowd| ${"live".padStart(7)}${FIELDS.map((field) => field.padStart(22)).join("")}`,
      ...bills.map(
        (bill, at) =>
          `crowd| ${String(SIZES[at]).padStart(7)}${FIELDS.map((field) => String(bill[field]).padStart(22)).join("")}`,
      ),
    ].join("\n"),
  );
  console.log(
    Object.entries(turnsOf())
      .map(([name, count]) => `turns| ${name} ${count}`)
      .join("\n"),
  );
  // What all projects share: the ledger's entry, and the project, which is read after the end.
  expect(first?.d1_rows_read).toBeLessThanOrEqual(2);
  expect(first?.d1_rows_written).toBeLessThanOrEqual(1);
  expect(first?.object_rows_written).toBeLessThanOrEqual(56);
  for (const bill of bills)
    for (const field of FIELDS) expect(bill[field], field).toBeLessThanOrEqual((first?.[field] ?? 0) * 1.2);
}, 600_000);
