import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readVapid, subscribedBrowser } from "../../harness/push/push-browser.ts";
import { cron } from "../../harness/worker/cron.ts";
import { start, type World } from "../../harness/worker/organization.ts";
import { ask, shown, staffed, tokenOf, withPerson } from "../../harness/worker/person.ts";
import { admin, bearer, operator, request } from "../../harness/worker/request.ts";

const ENDPOINT = "https://push.example/send/1";

interface Pushed {
  url: string;
  headers: Headers;
  body: ArrayBuffer;
}

/** Stands in for every push service. */
function pushService(answer: (url: string, tries: number) => Response | Promise<Response> = created) {
  const pushed: Pushed[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const asked = new Request(input, init);
    pushed.push({ url: asked.url, headers: asked.headers, body: await asked.arrayBuffer() });
    return answer(asked.url, pushed.filter(({ url }) => url === asked.url).length);
  });
  return pushed;
}
const created = () => new Response(null, { status: 201 });

async function subscribe(
  { project_id }: World,
  { endpoint = ENDPOINT, ...sent }: { endpoint?: string; token?: string } = {},
) {
  const browser = await subscribedBrowser(endpoint);
  const device = await admin("POST", `/projects/${project_id}/devices`, browser.subscription, sent);
  return { ...browser, device };
}

const devicesOf = async ({ project_id }: World) => (await admin("GET", `/projects/${project_id}/devices`)).items;

async function asks(here: World) {
  const { session_id, session_secret } = await start(here, { page: "https://shop.example/cart" });
  return { session_id, session_secret, session: await ask(here, session_id) };
}

afterEach(() => vi.unstubAllGlobals());

describe("a browser that is told when somebody waits", () => {
  it("gets the site's name and the reason, encrypted for it alone, though nobody has the inbox open", async () => {
    const here = await withPerson();
    const { read } = await subscribe(here);
    const pushed = pushService();
    const { session_id, session } = await asks(here);
    expect(session).toMatchObject({ handled_by: "waiting" });
    await vi.waitFor(() => expect(pushed).toHaveLength(1));
    const [{ url, headers, body }] = pushed as [Pushed];
    expect(url).toBe(ENDPOINT);
    const { waiting_since } = (await read(body)) as { waiting_since: number };
    expect(Math.abs(waiting_since - Date.now())).toBeLessThan(10_000);
    expect(await read(body)).toEqual({
      project_id: here.project_id,
      session_id,
      site: "Bakery",
      reason: "An order",
      waiting_since,
    });
    expect(new TextDecoder().decode(body)).not.toContain("order");
    expect(headers.get("content-encoding")).toBe("aes128gcm");
    expect(headers.get("urgency")).toBe("high");
    expect(Number(headers.get("ttl"))).toBeLessThanOrEqual(60);
    const { key, claims } = await readVapid(headers.get("authorization") ?? "");
    expect(key).toBe((await admin("GET", "/push-key")).public_key);
    expect(claims).toMatchObject({ aud: "https://push.example", sub: "https://voice.example" });
  });

  it("is listed without its address and keys, renewed by the same browser, and told nothing once it is taken away", async () => {
    const here = await withPerson();
    const { device, subscription } = await subscribe(here);
    expect(device).toMatchObject({ by: "operator", push_service: "push.example" });
    expect((await admin("POST", `/projects/${here.project_id}/devices`, subscription)).id).toBe(device.id);
    const listed = await devicesOf(here);
    expect(listed).toEqual([device]);
    expect(JSON.stringify(listed)).not.toContain("/send/1");
    await admin("DELETE", `/devices/${device.id}`, undefined, { status: 204 });
    expect((await asks(here)).session).toMatchObject({ handled_by: "agent" });
    const log = (await admin("GET", "/audit")).items.map(({ action }: { action: string }) => action);
    expect(log.filter((action: string) => action.startsWith("device."))).toEqual(["device.delete", "device.create"]);
  });

  // As for a subscription that was made for another key: visitors would wait for somebody whom nothing reaches.
  it.each([400, 401, 403])(
    "is forgotten where its push service refuses a message twice with %i, and the operator reads so",
    async (status) => {
      const here = await withPerson();
      await subscribe(here);
      const pushed = pushService(() => new Response(null, { status }));
      await asks(here);
      await vi.waitFor(async () => expect(await devicesOf(here)).toEqual([]));
      expect(pushed).toHaveLength(2);
      const told = { kind: "push", detail: `The push service answered with status ${status}` };
      await vi.waitFor(async () =>
        expect((await admin("GET", "/status")).errors).toContainEqual(expect.objectContaining(told)),
      );
    },
  );

  it.each([404, 410])("is forgotten where its push service answers %i", async (status) => {
    const here = await withPerson();
    await subscribe(here);
    pushService(() => new Response(null, { status }));
    await asks(here);
    await vi.waitFor(async () => expect(await devicesOf(here)).toEqual([]));
  });

  it("is told at the second try, and a push service that fails delays nothing for good", async () => {
    const here = await withPerson();
    await subscribe(here);
    await subscribe(here, { endpoint: "https://push.example/send/2" });
    const pushed = pushService((url, tries) => {
      if (url.endsWith("/2")) throw new TypeError("unreachable");
      return new Response(null, { status: tries === 1 ? 503 : 201 });
    });
    const { session_id } = await asks(here);
    await vi.waitFor(() => expect(pushed).toHaveLength(4));
    await vi.waitFor(async () => {
      expect((await shown(session_id)).events.map(({ type }: { type: string }) => type)).toContain("person_requested");
      expect((await admin("GET", "/status")).errors).toContainEqual(
        expect.objectContaining({ kind: "push", count: 1 }),
      );
    });
    expect(await devicesOf(here)).toHaveLength(2);
  });

  it("is not kept for a person who signed out while their browser was still asking for it", async () => {
    const here = await withPerson();
    const { subscription } = await subscribedBrowser(ENDPOINT);
    const page = { Origin: "https://voice.example" };
    const entered = await request("POST", "/admin/v1/sign-in", { headers: { ...page, ...operator } });
    const headers = { ...page, Cookie: entered.headers.get("Set-Cookie")?.split(";")[0] ?? "" };
    const path = `/admin/v1/projects/${here.project_id}/devices`;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const asked = request("POST", path, { headers, body: readable });
    const writer = writable.getWriter();
    const [first, ...rest] = JSON.stringify(subscription);
    // The request is known to be theirs once its body is read.
    await writer.write(new TextEncoder().encode(first));
    await request("POST", "/admin/v1/sign-out", { headers });
    await writer.write(new TextEncoder().encode(rest.join("")));
    await writer.close();
    expect((await asked).status).toBe(401);
    expect(await devicesOf(here)).toEqual([]);
  });

  it("is not sent to a private address, whoever writes it", async () => {
    const here = await withPerson();
    const { subscription } = await subscribedBrowser("https://10.0.0.1/");
    for (const endpoint of ["https://10.0.0.1/", "http://[fd00::1]/", "https://db.internal/", "ftp://a.example/", "x"])
      await admin("POST", `/projects/${here.project_id}/devices`, { ...subscription, endpoint }, { status: 422 });
    const off = { ...subscription, endpoint: ENDPOINT, keys: { ...subscription.keys, p256dh: `B${"A".repeat(86)}` } };
    const refused = await admin("POST", `/projects/${here.project_id}/devices`, off, { status: 422 });
    expect(refused.detail[0].loc).toEqual(["body", "keys", "p256dh"]);
    // One that became so later, as of another version of the service.
    await subscribe(here);
    await env.DB.prepare("UPDATE devices SET endpoint = 'https://169.254.169.254/' WHERE project_id = ?1")
      .bind(here.project_id)
      .run();
    const pushed = pushService();
    const { session_id } = await asks(here);
    await vi.waitFor(async () =>
      expect((await shown(session_id)).events.map(({ type }: { type: string }) => type)).toContain("person_requested"),
    );
    expect(pushed).toEqual([]);
  });
});

describe("a browser is told no more", () => {
  const revocations: [string, (here: World) => Promise<void>][] = [
    [
      "once its token is revoked",
      async (here) => {
        const { id, token } = await admin("POST", `/organizations/${here.org_id}/tokens`, {});
        await subscribe(here, { token });
        await admin("DELETE", `/tokens/${id}`, undefined, { status: 204 });
      },
    ],
    [
      "once its operator is deleted",
      async (here) => {
        const { id, token } = await admin("POST", "/operators", { name: "Bea", role: "support" });
        await subscribe(here, { token });
        await admin("DELETE", `/operators/${id}`, undefined, { status: 204 });
      },
    ],
    [
      "once its operator may only read",
      async (here) => {
        const { id, token } = await admin("POST", "/operators", { name: "Cleo", role: "support" });
        await subscribe(here, { token });
        await admin("PATCH", `/operators/${id}`, { role: "read_only" });
      },
    ],
    [
      "once its person has signed out",
      async (here) => {
        const { token } = await admin("POST", "/operators", { name: "Dan", role: "support" });
        const headers = { "Content-Type": "application/json", Origin: "https://voice.example" };
        const entered = await request("POST", "/admin/v1/sign-in", { headers: { ...headers, ...bearer(token) } });
        const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
        const { subscription } = await subscribedBrowser(ENDPOINT);
        const sent = { headers: { ...headers, Cookie: cookie }, body: subscription };
        const { status } = await request("POST", `/admin/v1/projects/${here.project_id}/devices`, sent);
        expect(status).toBe(201);
        await request("POST", "/admin/v1/sign-out", { headers: { ...headers, Cookie: cookie } });
      },
    ],
  ];

  it.each(revocations)("%s", async (_, revoke) => {
    const here = await withPerson();
    await revoke(here);
    expect(await devicesOf(here)).toEqual([]);
    expect((await asks(here)).session).toMatchObject({ handled_by: "agent" });
  });

  it("of a project that is another organization's by now, nor where the service's key is another", async () => {
    const here = await withPerson();
    await subscribe(here, { token: await tokenOf(here) });
    const other = await withPerson();
    await env.DB.prepare("UPDATE projects SET org_id = ?1 WHERE id = ?2").bind(other.org_id, here.project_id).run();
    await cron();
    expect(await devicesOf(here)).toEqual([]);

    await subscribe(other);
    await env.DB.prepare("UPDATE devices SET public_key = 'of a secret that is gone'").run();
    const pushed = pushService();
    await asks(other);
    await vi.waitFor(async () => expect(await devicesOf(other)).toEqual([]));
    expect(pushed).toEqual([]);
  });

  it("outside of opening hours", async () => {
    const here = await withPerson();
    await subscribe(here);
    const hours = { time_zone: "UTC", week: {}, exceptions: [] };
    await admin("PATCH", `/projects/${here.project_id}`, { hours });
    const pushed = pushService();
    expect((await asks(here)).session).toMatchObject({ handled_by: "agent" });
    expect(pushed).toEqual([]);
  });

  it("by another organization, whose token finds none of it; and a project tells fifty at most", async () => {
    const here = await withPerson();
    const { device } = await subscribe(here);
    const token = await tokenOf(await withPerson());
    await admin("GET", `/projects/${here.project_id}/devices`, undefined, { status: 404, token });
    await admin("DELETE", `/devices/${device.id}`, undefined, { status: 404, token });
    for (let n = 2; n <= 50; n++)
      await env.DB.prepare(
        `INSERT INTO devices (project_id, endpoint, p256dh, auth, public_key, origin, created_at)
         SELECT project_id, endpoint || ?2, p256dh, auth, public_key, origin, created_at FROM devices WHERE id = ?1`,
      )
        .bind(device.id, n)
        .run();
    const { subscription } = await subscribedBrowser("https://push.example/send/51");
    const full = await admin("POST", `/projects/${here.project_id}/devices`, subscription, { status: 409 });
    expect(full).toMatchObject({ code: "limit_reached", detail: expect.stringContaining("50") });
  });
});

it("somebody who has the inbox open is told as well, by both", async () => {
  const here = await withPerson();
  await subscribe(here);
  const pushed = pushService();
  const inbox = await staffed(here);
  await asks(here);
  await vi.waitFor(() => expect(pushed).toHaveLength(1));
  inbox.close();
});

it("nobody subscribes without a credential", async () => {
  const here = await withPerson();
  const { subscription } = await subscribedBrowser(ENDPOINT);
  const sent = { headers: { "Content-Type": "application/json" }, body: subscription };
  expect((await request("POST", `/admin/v1/projects/${here.project_id}/devices`, sent)).status).toBe(401);
  expect((await request("GET", "/admin/v1/push-key", { headers: bearer("svc_sk_none") })).status).toBe(401);
});
