import { afterEach, beforeEach, expect, it } from "vitest";
import { endWorld, settled, startWorld, type World } from "./session-harness.ts";

let world: World;
beforeEach(() => {
  world = startWorld();
});
afterEach(() => endWorld(world));

it("a listener that starts again at each end has one conversation, which end() ends", async () => {
  const session = world.session();
  await session.start();
  const stop = session.subscribe(({ status }) => {
    if (status === "ended") void session.start();
  });
  const second = session.start();
  await second;
  expect(session.status).toBe("thinking");
  expect(world.requests.filter(({ path }) => path === "session")).toHaveLength(2);
  stop();
  await session.end();
  await settled();
  expect(session.status).toBe("ended");
});
