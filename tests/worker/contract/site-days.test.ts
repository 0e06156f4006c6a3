import { describe, expect, it } from "vitest";
import { report, start, widget, world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";
import { stopClock } from "../../harness/worker/stop-clock.ts";

const today = () => new Date().toISOString().slice(0, 10);

describe("GET /sites", () => {
  it("tells of each site what its visitors' calls of the day came to, and counts test calls apart", async () => {
    stopClock();
    const here = await world();
    const { session_id } = await start(here);
    await report(here.key, session_id, [
      { type: "connected" },
      { type: "user_transcript", text: "Are you open on Saturday?" },
      { type: "feedback", rating: 4 },
      { type: "ended" },
    ]);
    // Of two in the same moment, the list has either first.
    stopClock(Date.now() + 1);
    const broken = await start(here);
    await report(here.key, broken.session_id, [{ type: "failed", reason: "The microphone is blocked" }]);
    const { key } = await admin("POST", `/agents/${here.agent_id}/test-key`, undefined, { status: 200 });
    const tried = await widget(key, "POST", "/session", { agent_id: here.agent_id });
    await report(key, tried.session_id, [{ type: "connected" }]);
    const { name: org_name } = await admin("GET", `/organizations/${here.org_id}`);
    const site = { project_id: here.project_id, org_id: here.org_id, org_name };

    const { items } = await admin("GET", `/sites?org_id=${here.org_id}`);
    expect(items).toEqual([
      expect.objectContaining({
        ...site,
        ...{ calls: 2, test_calls: 1, connected: 1, failed: 1, ratings: 1, rating_sum: 4, running: 1 },
        unreachable_agents: [],
      }),
    ]);
    expect(items[0].week_credits).toBeGreaterThan(0);
    const before = await admin("GET", `/sites?org_id=${here.org_id}&day=2020-01-01`);
    expect(before.items).toEqual([expect.objectContaining({ ...site, calls: 0, test_calls: 0, running: 1 })]);
    await admin("GET", "/sites?day=yesterday", undefined, { status: 422 });

    const path = `/projects/${here.project_id}`;
    const listed = async (test: boolean) => (await admin("GET", `${path}/sessions?test=${test}`)).items;
    expect(await listed(true)).toEqual([
      expect.objectContaining({ id: tried.session_id, test: true, asked: null, summary: null }),
    ]);
    expect((await listed(false)).map(({ asked }: { asked: string | null }) => asked)).toEqual([
      null,
      "Are you open on Saturday?",
    ]);
    const counted = async (test: boolean) =>
      (await admin("GET", `${path}/statistics?from=${today()}&test=${test}`)).items.at(-1).sessions;
    expect([await counted(false), await counted(true)]).toEqual([2, 1]);
    expect((await admin("GET", `/sessions/${tried.session_id}`)).test).toBe(true);
  });

  it("shows an organization's token its own sites only, and names agents that nobody can call", async () => {
    const here = await world();
    const other = await world();
    await admin("POST", "/agents", { project_id: here.project_id, name: "Nora", provider: "provider_x" });
    const { token } = await admin("POST", `/organizations/${here.org_id}/tokens`, {});
    const { items } = await admin("GET", "/sites", undefined, { token });
    expect(items).toEqual([
      expect.objectContaining({
        project_id: here.project_id,
        unreachable_agents: [
          expect.objectContaining({ name: "Nora", detail: expect.stringMatching(/ELEVENLABS_API_KEY/) }),
        ],
      }),
    ]);
    expect((await admin("GET", `/sites?org_id=${other.org_id}`, undefined, { token })).items).toEqual([]);
  });
});
