import { expect, test } from "vitest";
import { loadSnapshot, type SnapshotSources } from "../../worker/storage/snapshots.ts";

/** KV as an isolate asks it: each project has agents of so many characters. */
function storeOf(characters: number) {
  const asked: number[] = [];
  const get = async (name: string, type: "json" | "text") => {
    const id = Number(name.split(":")[1]);
    asked.push(id);
    const snapshot = { version: 1, project: { id }, agents: [{ instructions: "x".repeat(characters) }] };
    return type === "json" ? snapshot : JSON.stringify(snapshot);
  };
  const sources = { SNAPSHOTS: { get } } as unknown as SnapshotSources;
  const load = async (ids: number[]) => {
    for (const id of ids) expect((await loadSnapshot(sources, id, 1, () => {}))?.project.id).toBe(id);
  };
  return { asked, load };
}
const ids = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);

test("an isolate keeps 200 projects of ordinary size, and of those with many large agents as many as 16 MB hold", async () => {
  const small = storeOf(1_000);
  await small.load([...ids(1, 200), ...ids(1, 200)]);
  expect(small.asked).toHaveLength(200);
  const large = storeOf(6_000_000);
  await large.load([...ids(301, 20), 320, 319, 301]);
  expect(large.asked).toEqual([...ids(301, 20), 301]);
});

test("one that is larger is kept as long as no other comes", async () => {
  const huge = storeOf(20_000_000);
  await huge.load([401, 401, 402, 402, 401]);
  expect(huge.asked).toEqual([401, 402, 401]);
});
