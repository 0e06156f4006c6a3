import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { type Actor, ADMIN } from "../../../worker/actor.ts";
import { hex, sha256 } from "../../../worker/crypto/digest.ts";
import { type InboxCredential, openInbox as openInboxOf } from "../../../worker/sessions/open-inboxes.ts";
import { handshake, openInbox, openPage } from "../../harness/worker/live-socket.ts";
import { report, start, world } from "../../harness/worker/organization.ts";
import { ask, connected, deskOf, shown, staffed, tokenOf, waiting, withPerson } from "../../harness/worker/person.ts";
import { admin, bearer, request } from "../../harness/worker/request.ts";
import { stopClock } from "../../harness/worker/stop-clock.ts";

describe("the inbox", () => {
  it("shows what runs, what begins, what is said and what ends", async () => {
    const here = await withPerson();
    const first = await start(here, { page: "https://shop.example/a" });
    const inbox = await openInbox(here.project_id, env.ADMIN_TOKEN);
    expect(await inbox.of("sessions")).toMatchObject({
      items: [
        {
          session_id: first.session_id,
          agent_name: "Ava",
          handled_by: "agent",
          status: "starting",
          waiting_since: null,
          page: "https://shop.example/a",
          person: null,
        },
      ],
    });
    const second = await start(here);
    await inbox.next((frame) => frame.type === "session" && frame.session_id === second.session_id);
    inbox.send({ type: "follow", session_id: second.session_id });
    await inbox.handled();
    await report(here.key, second.session_id, [connected, { type: "user_transcript", text: "Hello", item: "one" }]);
    expect(await inbox.of("message")).toMatchObject({
      session_id: second.session_id,
      id: "one",
      role: "user",
      text: "Hello",
    });
    await report(here.key, second.session_id, [{ type: "ended" }]);
    await inbox.next((frame) => frame.type === "session" && frame.status === "ended");
  });

  it("has pages report every five seconds while it is open, so that a join reaches them, and no longer", async () => {
    const here = await withPerson();
    const { session_id } = await start(here);
    const heartbeat = async () => (await report(here.key, session_id, [connected])).session.heartbeat_seconds;
    expect(await heartbeat()).toBeUndefined();
    const inbox = await openInbox(here.project_id, env.ADMIN_TOKEN);
    await inbox.of("sessions");
    expect(await heartbeat()).toBe(5);
    inbox.close();
    await vi.waitFor(async () => expect(await heartbeat()).toBeUndefined(), 60_000);
  });

  it("has room for everybody, however many one operator opens, one after another or at once", async () => {
    const here = await withPerson();
    const { token } = await admin("POST", "/operators", { name: "Rea", role: "read_only" });
    const path = `/admin/v1/projects/${here.project_id}/live`;
    const open = async (token: string) => {
      const { status, webSocket } = await handshake(path, ["voice-widget.live", `voice-widget.token.${token}`]);
      webSocket?.accept();
      return status;
    };
    const opened = (statuses: number[]) => statuses.filter((status) => status === 101).length;
    expect(opened(await Promise.all(Array.from({ length: 30 }, () => open(token))))).toBe(20);
    expect(await open(token)).toBe(409);
    // A token may be a whole team's: only all together are too many.
    expect(opened(await Promise.all(Array.from({ length: 190 }, () => open(env.ADMIN_TOKEN))))).toBe(180);
  });

  it("refuses in words, and keeps nothing of it", async () => {
    const here = await withPerson();
    const { session_id } = await start(here);
    const inbox = await openInbox(here.project_id, env.ADMIN_TOKEN);
    const refused = async (frame: object, status: number) => {
      inbox.send(frame);
      expect(await inbox.of("error")).toMatchObject({ status, detail: expect.any(String) });
    };
    await refused({ type: "message", session_id, text: "Hi" }, 409);
    await refused({ type: "message", session_id, text: "x".repeat(4_001) }, 413);
    await refused({ type: "message", session_id }, 422);
    await refused({ type: "nonsense" }, 422);
    await refused({ type: "join", session_id: "ses_unknown" }, 409);
    expect((await shown(session_id)).events).toEqual([]);
  });

  it("has what it sends carried out in its order, however long the first takes", async () => {
    const here = await withPerson();
    const { session_id } = await start(here);
    const inbox = await openInbox(here.project_id, env.ADMIN_TOKEN);
    await inbox.of("sessions");
    inbox.send({ type: "join", session_id });
    inbox.send({ type: "message", session_id, text: "I am here" });
    inbox.send({ type: "release", session_id });
    inbox.send({ type: "message", session_id, text: "Too late" });
    expect(await inbox.of("error")).toMatchObject({ of: "message", status: 409 });
    const { events } = await shown(session_id);
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      "person_joined",
      "person_transcript",
      "person_left",
    ]);
  });

  it("is closed to other organizations, to strangers and to pages of other sites", async () => {
    const here = await withPerson();
    const path = `/admin/v1/projects/${here.project_id}/live`;
    const foreign = await tokenOf(await world());
    const statusOf = async (token: string) =>
      (await handshake(path, ["voice-widget.live", `voice-widget.token.${token}`])).status;
    expect(await statusOf(foreign)).toBe(404);
    expect(await statusOf("nobody")).toBe(401);
    expect((await request("GET", path, { headers: { Authorization: `Bearer ${env.ADMIN_TOKEN}` } })).status).toBe(426);
    const signedIn = await request("POST", "/admin/v1/sign-in", {
      headers: { Authorization: `Bearer ${env.ADMIN_TOKEN}` },
    });
    const Cookie = (signedIn.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
    const from = (Origin: string) => handshake(path, ["voice-widget.live"], { Cookie, Origin });
    expect((await from("https://evil.example")).status).toBe(403);
    const own = await from("https://voice.example");
    expect(own.status).toBe(101);
    own.webSocket?.accept();
    own.webSocket?.close();
  });

  it("may only be watched by a read-only operator", async () => {
    const here = await withPerson();
    const { token } = await admin("POST", "/operators", { name: "Rea", role: "read_only" });
    const { session_id } = await start(here);
    const inbox = await openInbox(here.project_id, token);
    await inbox.of("sessions");
    for (const frame of [
      { type: "available", on: true },
      { type: "join", session_id },
      { type: "whisper", session_id, text: "Hi" },
    ]) {
      inbox.send(frame);
      expect(await inbox.of("error")).toMatchObject({ of: frame.type, status: 403 });
    }
    inbox.send({ type: "follow", session_id });
    await inbox.handled();
    await report(here.key, session_id, [connected, { type: "user_transcript", text: "Hello" }]);
    await inbox.of("message");
  });

  it("does not open for a credential that went while it was being opened", async () => {
    const here = await withPerson();
    const other = await world();
    const signedIn = async (token: string) => {
      const entered = await request("POST", "/admin/v1/sign-in", { headers: bearer(token) });
      return (entered.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
    };
    const hashed = async (text: string) => hex(await sha256(text));
    const ways: Record<string, () => Promise<[Actor, number, InboxCredential]>> = {
      "signed out": async () => {
        const Cookie = await signedIn(env.ADMIN_TOKEN);
        await request("POST", "/admin/v1/sign-out", { headers: { Cookie, Origin: "https://voice.example" } });
        return [
          ADMIN,
          here.project_id,
          { credential_hash: null, cookie_hash: await hashed(Cookie.slice(Cookie.indexOf("=") + 1)) },
        ];
      },
      "token revoked": async () => {
        const { id, token } = await admin("POST", `/organizations/${here.org_id}/tokens`, {});
        await admin("DELETE", `/tokens/${id}`, undefined, { status: 204 });
        const actor = { kind: "organization", org_id: here.org_id, token_id: id } as const;
        return [actor, here.project_id, { credential_hash: await hashed(token), cookie_hash: null }];
      },
      "operator deleted": async () => {
        const { id, token, name, role } = await admin("POST", "/operators", { name: "Bea", role: "support" });
        await admin("DELETE", `/operators/${id}`, undefined, { status: 204 });
        const actor = { kind: "operator", operator_id: id, name, role } as const;
        return [actor, here.project_id, { credential_hash: await hashed(token), cookie_hash: null }];
      },
      "project moved": async () => {
        const { id, token } = await admin("POST", `/organizations/${here.org_id}/tokens`, {});
        await admin("PATCH", `/projects/${here.project_id}`, { org_id: other.org_id });
        const actor = { kind: "organization", org_id: here.org_id, token_id: id } as const;
        return [actor, here.project_id, { credential_hash: await hashed(token), cookie_hash: null }];
      },
    };
    for (const [way, gone] of Object.entries(ways)) {
      const opened = openInboxOf(env, ...(await gone()));
      await expect(opened, way).rejects.toMatchObject({ code: "operator_unauthorized" });
    }
    expect(await env.DB.prepare("SELECT count(*) AS n FROM open_inboxes").first("n")).toBe(0);
  });

  it("closes with its token, its operator, a demotion, a sign-out and a project that moves", async () => {
    const here = await withPerson();
    const ofToken = await openInbox(here.project_id, await tokenOf(here));
    const { items } = await admin("GET", `/organizations/${here.org_id}/tokens`);
    await admin("DELETE", `/tokens/${items[0].id}`, undefined, { status: 204 });
    expect(await ofToken.close_code()).toBe(4401);

    const bea = await admin("POST", "/operators", { name: "Bea", role: "support" });
    const demoted = await openInbox(here.project_id, bea.token);
    await admin("PATCH", `/operators/${bea.id}`, { role: "read_only" });
    expect(await demoted.close_code()).toBe(4401);
    const removed = await openInbox(here.project_id, bea.token);
    await admin("DELETE", `/operators/${bea.id}`, undefined, { status: 204 });
    expect(await removed.close_code()).toBe(4401);

    const signedIn = await request("POST", "/admin/v1/sign-in", {
      headers: { Authorization: `Bearer ${env.ADMIN_TOKEN}` },
    });
    const Cookie = (signedIn.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
    const answer = await handshake(`/admin/v1/projects/${here.project_id}/live`, ["voice-widget.live"], {
      Cookie,
      Origin: "https://voice.example",
    });
    const socket = answer.webSocket as WebSocket;
    const code = new Promise<number>((resolve) => socket.addEventListener("close", (event) => resolve(event.code)));
    socket.accept();
    await request("POST", "/admin/v1/sign-out", { headers: { Cookie, Origin: "https://voice.example" } });
    expect(await code).toBe(4401);

    const moved = await openInbox(here.project_id, env.ADMIN_TOKEN);
    const { id } = await admin("POST", "/organizations", { name: "Other" });
    await admin("PATCH", `/projects/${here.project_id}`, { org_id: id });
    expect(await moved.close_code()).toBe(4401);
    const { n } = (await env.DB.prepare("SELECT COUNT(*) AS n FROM open_inboxes").first<{ n: number }>()) ?? { n: -1 };
    expect(n).toBe(0);
  });
});

describe("the page's socket", () => {
  it("needs the session's secret, and that somebody was asked for", async () => {
    const here = await withPerson();
    const { session_id, session_secret } = await start(here);
    const path = `/widget/v1/session/${session_id}/live`;
    const statusOf = async (secret: string, of = path) =>
      (await handshake(of, ["voice-widget.live", `voice-widget.secret.${secret}`])).status;
    expect(await statusOf("sss_wrong")).toBe(401);
    expect(await statusOf(session_secret, "/widget/v1/session/ses_unknown/live")).toBe(401);
    expect(await statusOf(session_secret)).toBe(409);
    await report(here.key, session_id, [{ type: "ended" }]);
    expect(await statusOf(session_secret)).toBe(409);
  });

  it("is one of four at most: the newest stay", async () => {
    const here = await withPerson();
    const { session_id, session_secret } = await start(here);
    await report(here.key, session_id, [connected]);
    await admin("POST", `/sessions/${session_id}/join`, { name: "Ada" }, { status: 200 });
    const first = await openPage(session_id, session_secret);
    for (let n = 0; n < 4; n += 1) await openPage(session_id, session_secret);
    expect(await first.close_code()).toBe(1008);
  });

  it("passes on so much of what nobody keeps, and no more", async () => {
    stopClock();
    const here = await withPerson();
    const inbox = await staffed(here);
    const { session_id, session_secret } = await start(here);
    await report(here.key, session_id, [connected]);
    inbox.send({ type: "join", session_id, name: "Ada" });
    await inbox.handled();
    const page = await openPage(session_id, session_secret);
    for (let n = 0; n < 201; n += 1) page.send({ type: "typing", on: true });
    expect(await page.of("error")).toMatchObject({ of: "typing", status: 429 });
    await inbox.handled();
    expect(inbox.frames.filter(({ type }) => type === "typing")).toHaveLength(200);
  });

  it("refuses what cannot be done before somebody has joined, and ends the session on leave", async () => {
    const here = await withPerson();
    await staffed(here);
    const { session_id, page } = await waiting(here);
    page.send({ type: "signal", kind: "ask" });
    expect(await page.of("error")).toMatchObject({ of: "signal", status: 409 });
    page.send({ type: "leave" });
    expect(await page.close_code()).toBe(4410);
    expect(await shown(session_id)).toMatchObject({ status: "ended", end_reason: "completed" });
  });
});

it("the sockets of both sides outlive the desk's memory", async () => {
  const here = await withPerson();
  const inbox = await staffed(here);
  const { session_id, session_secret } = await start(here);
  await report(here.key, session_id, [connected]);
  inbox.send({ type: "follow", session_id });
  await ask(here, session_id);
  const page = await openPage(session_id, session_secret);
  await page.of("person");
  await evictDurableObject(deskOf(here));
  inbox.send({ type: "join", session_id, name: "Ada" });
  expect(await page.of("person")).toMatchObject({ status: "joined", name: "Ada" });
  await evictDurableObject(deskOf(here));
  page.send({ type: "message", text: "Good morning" });
  expect(await inbox.next(({ type, role }) => type === "message" && role === "user")).toMatchObject({
    text: "Good morning",
  });
  inbox.send({ type: "message", session_id, text: "Hello" });
  expect(await page.next(({ type, role }) => type === "message" && role === "person")).toMatchObject({ text: "Hello" });
  expect([inbox.closed, page.closed]).toEqual([null, null]);
});

it("a question for sound that no page could hear yet is asked as the first one opens, unless it was taken back", async () => {
  const here = await withPerson();
  const inbox = await staffed(here);
  const unheard = async (...kinds: string[]) => {
    const { session_id, session_secret } = await start(here);
    await report(here.key, session_id, [connected]);
    inbox.send({ type: "join", session_id, name: "Ada" });
    await inbox.next((frame) => frame.session_id === session_id && frame.handled_by === "person");
    for (const kind of kinds) inbox.send({ type: "signal", session_id, kind });
    await inbox.handled();
    await evictDurableObject(deskOf(here));
    const page = await openPage(session_id, session_secret);
    // What was asked stands before the answer to this.
    page.send({ type: "nonsense" });
    await page.of("error");
    return { page, session_id, session_secret };
  };
  const { page, session_id, session_secret } = await unheard("ask");
  expect(await page.of("person")).toMatchObject({ status: "joined" });
  expect(page.frames).toEqual([{ type: "signal", kind: "ask" }]);
  page.send({ type: "signal", kind: "accept" });
  expect(await inbox.of("signal")).toMatchObject({ session_id, kind: "accept" });
  const again = await openPage(session_id, session_secret);
  again.send({ type: "nonsense" });
  await again.of("error");
  expect(again.frames.filter(({ type }) => type === "signal")).toEqual([]);

  const takenBack = await unheard("ask", "end");
  expect(takenBack.page.frames.filter(({ type }) => type === "signal")).toEqual([]);
});
