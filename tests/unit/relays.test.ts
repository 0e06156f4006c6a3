import { expect, test, vi } from "vitest";
import { Relays } from "../../worker/objects/project-desk/relays.ts";

const SERVERS = [{ urls: ["turn:turn.example"], username: "u", credential: "c" }];
const signal = (kind: "ask" | "accept" | "description" | "candidate") => ({ type: "signal" as const, kind });

test("whoever is asked for sound gets the relays with the question, whoever asked with the answer", async () => {
  const ask = vi.fn(async () => SERVERS);
  const relays = new Relays(ask);
  expect(await relays.with("s1", signal("ask"))).toEqual({ ...signal("ask"), ice_servers: SERVERS });
  expect(await relays.with("s1", signal("accept"))).toEqual({ ...signal("accept"), ice_servers: SERVERS });
  expect(await relays.with("s1", signal("description"))).toEqual(signal("description"));
  expect(await relays.with("s2", signal("accept"))).toEqual(signal("accept"));
  expect(ask).toHaveBeenCalledTimes(1);
  relays.forget("s1");
  expect(await relays.with("s1", signal("accept"))).toEqual(signal("accept"));
});

test("where there are none, nothing is added, and those of a question before are forgotten", async () => {
  const answers = [SERVERS, null];
  const relays = new Relays(async () => answers.shift() ?? null);
  await relays.with("s1", signal("ask"));
  expect(await relays.with("s1", signal("ask"))).toEqual(signal("ask"));
  expect(await relays.with("s1", signal("accept"))).toEqual(signal("accept"));
});

test("a page that asks again and again gets the relays that there are", async () => {
  const ask = vi.fn(async () => SERVERS);
  const relays = new Relays(ask);
  for (let n = 0; n < 100; n++) expect((await relays.with("s1", signal("ask"))).ice_servers).toEqual(SERVERS);
  expect(ask).toHaveBeenCalledTimes(20);
  expect((await relays.with("s2", signal("ask"))).ice_servers).toEqual(SERVERS);
  expect(ask).toHaveBeenCalledTimes(21);
});
