import { createServer } from "node:net";
import { expect, test } from "vitest";
import { onFreePort } from "../harness/service/server.ts";

/** What a service of the tests listens at, while other runs on this machine look for a port too. */

const listen = (port: number) =>
  new Promise<() => void>((done, fail) => {
    const server = createServer();
    server.once("error", fail);
    server.listen(port, () => done(() => server.close()));
  });

test("a port that another program took in the meantime is left to it", async () => {
  const ports: number[] = [];
  const others: (() => void)[] = [];
  const close = await onFreePort(async (port) => {
    ports.push(port);
    if (ports.length === 1) others.push(await listen(port));
    return listen(port);
  });
  expect(new Set(ports).size).toBe(2);
  for (const end of [close, ...others]) end();
});

test("another failure is none of the port's", async () => {
  const ports: number[] = [];
  const start = (port: number) => {
    ports.push(port);
    return Promise.reject(new Error("npm start ended with 1"));
  };
  await expect(onFreePort(start)).rejects.toThrow("npm start ended with 1");
  expect(ports).toHaveLength(1);
});
