import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { handleRequest } from "../../../worker/app.ts";
import { makeSignInLink } from "../../../worker/auth/sign-in-link.ts";
import { readVariables } from "../../../worker/variables.ts";

const secret = () => readVariables(env).ADMIN_TOKEN[0];
const waits: Promise<unknown>[] = [];
const context = { waitUntil: (work: Promise<unknown>) => waits.push(work), passThroughOnException() {}, props: {} };

/** The status of a request with the link as its token. */
async function send(code: string, path = "/sign-in", ENVIRONMENT = "development"): Promise<Response> {
  const request = new Request(`https://service.example/admin/v1${path}`, {
    method: path === "/sign-in" ? "POST" : "GET",
    headers: { Authorization: `Bearer ${code}` },
  });
  return handleRequest(request, Object.assign({}, env, { ENVIRONMENT }), context as unknown as ExecutionContext);
}

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(waits.splice(0));
});

describe("a link that signs in", () => {
  it("does so once, with a cookie that is the operator's", async () => {
    const code = await makeSignInLink(secret(), Date.now());
    const [first, second] = await Promise.all([send(code), send(code)]);
    expect([first.status, second.status].toSorted()).toEqual([200, 401]);
    const won = first.status === 200 ? first : second;
    expect(await won.json()).toMatchObject({ kind: "operator", role: "owner" });
    expect(won.headers.get("set-cookie")).toMatch(/HttpOnly/);
    expect((await send(code)).status).toBe(401);
  });

  it("is over after ten minutes, and not good for longer by its own word", async () => {
    const code = await makeSignInLink(secret(), Date.now());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 600_000 });
    expect((await send(code)).status).toBe(401);
    expect((await send(await makeSignInLink(secret(), Date.now() + 60_000))).status).toBe(401);
  });

  it("opens nothing else, is not forged with another secret, and is not taken in production", async () => {
    const code = await makeSignInLink(secret(), Date.now());
    expect((await send(code, "/organizations")).status).toBe(401);
    expect((await send(code, "/sign-in", "production")).status).toBe(401);
    expect((await send(await makeSignInLink("another-secret-of-16", Date.now()))).status).toBe(401);
    expect((await send("svc_in_1_2_3")).status).toBe(401);
    expect((await send(code)).status).toBe(200);
  });
});
