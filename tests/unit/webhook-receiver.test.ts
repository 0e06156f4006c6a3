import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** `examples/webhook-receiver`, as an operator runs it: signed events, one that comes twice, and one that nobody signed. */

const SECRET = `whsec_${Buffer.from("a secret of a test, long enough.").toString("base64")}`;
const contact = {
  type: "contact.created",
  timestamp: new Date().toISOString(),
  data: { name: "Ada", email: "ada@example.com" },
};

const load = async () => (await import("../../examples/webhook-receiver/receiver.ts")).app;
const post = async (headers: Record<string, string>, body = JSON.stringify(contact)) =>
  (await load()).request("/hooks/voice", { method: "POST", headers, body });
const signed = (id: string, secret = SECRET) => {
  const now = new Date();
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, now, JSON.stringify(contact)),
  };
};
const lines: string[] = [];

beforeEach(() => {
  vi.stubEnv("WEBHOOK_SECRET", SECRET);
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
});

afterEach(() => {
  lines.length = 0;
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test("a signed event is worked on once, however often it is delivered", async () => {
  expect((await post(signed("msg_1"))).status).toBe(204);
  expect((await post(signed("msg_1"))).status).toBe(204);
  expect(lines).toEqual(["Contact: Ada, ada@example.com"]);
});

test("another secret, no signature and a changed body are refused, and nothing is worked on", async () => {
  const other = `whsec_${Buffer.from("another secret, also long enough").toString("base64")}`;
  expect((await post(signed("msg_2", other))).status).toBe(401);
  expect((await post({})).status).toBe(401);
  expect((await post(signed("msg_3"), JSON.stringify({ ...contact, type: "session.ended" }))).status).toBe(401);
  expect(lines).toEqual([]);
});
