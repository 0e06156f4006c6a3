import { afterEach, describe, expect, it, vi } from "vitest";
import { askService } from "../../widget/panel/ask-service.ts";

const ask = (answer: Response) => {
  vi.stubGlobal("fetch", async () => answer);
  return askService({ apiKey: "svc_pk_x", baseUrl: "https://voice.example" }, "contacts", {});
};

afterEach(() => vi.unstubAllGlobals());

describe("a call with the page's key", () => {
  it.each([
    ["a worker of the page answers with its offline page", 200, "<!doctype html><title>Offline</title>"],
    ["a proxy answers with a page about a block", 403, "<html>Blocked by policy</html>"],
    ["a proxy answers with nothing", 200, ""],
  ])("has not reached the service where %s", async (_, status, body) => {
    expect(await ask(new Response(body, { status }))).toEqual({ body: null, failure: "unreachable" });
  });

  it.each([
    ["a crash", 500, "Internal Server Error", "service_failed"],
    ["a service that is down", 503, "<html>Service unavailable</html>", "service_failed"],
    ["too many requests", 429, "error code: 1015", "rate_limited"],
  ])("is told of %s also by what stands before the service", async (_, status, body, failure) => {
    expect(await ask(new Response(body, { status }))).toEqual({ body: null, failure });
  });

  it("says what the service says", async () => {
    expect(await ask(Response.json({ success: true }))).toEqual({ body: { success: true }, failure: null });
    const refused = { detail: "Rate limit exceeded", code: "visitor_busy" };
    expect(await ask(Response.json(refused, { status: 429 }))).toEqual({
      body: refused,
      failure: "too_many_conversations",
    });
  });
});
