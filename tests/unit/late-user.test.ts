import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PanelSettings } from "../../widget/panel/panel-settings.ts";
import { resumeConversation } from "../../widget/panel/resume-conversation.ts";
import type { WidgetHost } from "../../widget/panel/widget-host.ts";
import { conversationOwner } from "../../widget/persistence/conversation-owner.ts";
import { takeCookie } from "../../widget/persistence/handover.ts";
import { keptLeft, putBack } from "../../widget/persistence/kept-left.ts";
import { saveConversation } from "../../widget/persistence/saved-conversation.ts";
import type { ElementSession } from "../../widget/session/element-session.ts";
import { stubStorage } from "./web-storage.ts";

const KEY = "svc_pk_a";
const NAME = `voice-widget:${KEY}`;

let cookies: string[];
let windowEvents: EventTarget;
beforeEach(() => {
  cookies = [];
  windowEvents = new EventTarget();
  stubStorage("sessionStorage", "localStorage");
  vi.stubGlobal("addEventListener", windowEvents.addEventListener.bind(windowEvents));
  vi.stubGlobal("location", { protocol: "https:", hostname: "www.bakery.example" });
  vi.stubGlobal("document", {
    get cookie() {
      return cookies.join("; ");
    },
    set cookie(written: string) {
      const [pair = ""] = written.split(";");
      cookies = cookies.filter((one) => one.split("=")[0] !== pair.split("=")[0]);
      if (!written.includes("Max-Age=0")) cookies.push(pair);
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Alice's conversation, as the page before left it. */
function left(): void {
  const transcript = [{ id: "a", role: "user", text: "My order is 1024", final: true, at: 1 }] as const;
  const secrets = { session_id: "ses_1", session_secret: "sss_1" };
  const owner = conversationOwner("alice", "");
  saveConversation(KEY, { ...secrets, transcript, input: "text", owner, open: true, goesOn: false });
}

/** A page that has loaded, and names nobody yet. */
function page() {
  const watchers = new Set<{ hostUpdated(): void }>();
  const pageOptions: { userId?: string } = {};
  const session = { state: { status: "idle" }, resumable: null as unknown, restore: vi.fn(), subscribe: vi.fn() };
  session.restore.mockImplementation((earlier) => {
    session.resumable = earlier;
  });
  const panel = {
    addController: (one: { hostUpdated(): void }) => watchers.add(one),
    removeController: (one: { hostUpdated(): void }) => watchers.delete(one),
  };
  const host = {
    service: () => ({ apiKey: KEY, baseUrl: "https://voice.example" }),
    element: { open: vi.fn(), shadowRoot: { querySelector: () => panel } },
    addStyles: () => {},
  };
  const settings = { features: {}, pageOptions };
  const of = [host, session, vi.fn(), settings] as unknown as [WidgetHost, ElementSession, () => void, PanelSettings];
  resumeConversation(...of);
  return {
    session,
    names: (userId: string) => {
      pageOptions.userId = userId;
      for (const one of watchers) one.hostUpdated();
    },
    changes: () => {
      for (const one of watchers) one.hostUpdated();
    },
    leaves: () => windowEvents.dispatchEvent(new Event("pagehide")),
    get watchers() {
      return watchers.size;
    },
  };
}

describe("a conversation of a user whom the page names only after it has loaded", () => {
  it("is shown as soon as the page has named them, once", () => {
    left();
    const next = page();
    next.changes();
    expect(next.session.restore).not.toHaveBeenCalled();
    expect(sessionStorage.getItem(NAME), "nobody else finds it").toBeNull();
    next.names("alice");
    next.names("alice");
    expect(next.session.restore).toHaveBeenCalledTimes(1);
    expect(next.session.restore.mock.calls[0]?.[0]).toMatchObject({ session_id: "ses_1" });
    expect([sessionStorage.getItem(NAME), next.watchers]).toEqual([null, 0]);
  });

  it("is gone where the page names somebody else", () => {
    left();
    const next = page();
    next.names("bob");
    expect(next.session.restore).not.toHaveBeenCalled();
    next.leaves();
    expect(sessionStorage.getItem(NAME)).toBeNull();
  });

  it("goes to the next page where this one names nobody", () => {
    left();
    page().leaves();
    const next = page();
    next.names("alice");
    expect(next.session.restore).toHaveBeenCalledTimes(1);
  });

  it("is forgotten as soon as somebody begins another", () => {
    left();
    const next = page();
    next.session.state = { status: "connecting" };
    next.changes();
    next.session.state = { status: "idle" };
    next.names("alice");
    next.leaves();
    expect(next.session.restore).not.toHaveBeenCalled();
    expect(sessionStorage.getItem(NAME)).toBeNull();
  });

  it("does not take the place of a newer one", () => {
    left();
    const next = page();
    sessionStorage.setItem(NAME, "newer");
    next.leaves();
    expect(sessionStorage.getItem(NAME)).toBe("newer");
  });

  it("is forgotten after five minutes, whatever pages it goes through", () => {
    vi.useFakeTimers({ now: 1_000_000 });
    cookies = [`voice-widget.${KEY}=abc!1121`];
    left();
    const goesOn = (seconds: number) => {
      const kept = keptLeft(KEY);
      takeCookie(KEY);
      sessionStorage.removeItem(NAME);
      vi.advanceTimersByTime(seconds * 1_000);
      putBack(KEY, kept);
      return [sessionStorage.getItem(NAME) !== null, cookies.length];
    };
    for (let minute = 1; minute < 5; minute++) expect(goesOn(60), `after ${minute} minutes`).toEqual([true, 1]);
    expect(goesOn(61)).toEqual([false, 0]);
  });

  it("from another subdomain is asked for again once the page has named them, also by the next page", async () => {
    const bodies: { owner?: string }[] = [];
    const transcript = [{ role: "user", text: "Hi", at: 1, interrupted: false }];
    const conversation = { session_id: "ses_1", session_secret: "sss_1", transcript };
    vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
      const sent = JSON.parse(body);
      bodies.push(sent);
      return sent.owner
        ? Response.json({ success: true, left: true, domain: "bakery.example", conversation })
        : Response.json({ success: false }, { status: 401 });
    });
    cookies = [`voice-widget.${KEY}=abc!1121`];
    const first = page();
    // However long the code that asks takes to load.
    await vi.dynamicImportSettled();
    await vi.waitFor(() => expect(first.watchers).toBe(1));
    expect(cookies).toEqual([]);
    first.leaves();
    expect(cookies).toEqual([`voice-widget.${KEY}=abc!1121`]);
    const next = page();
    await vi.waitFor(() => expect(next.watchers).toBe(1));
    next.names("alice");
    await vi.waitFor(() => expect(next.session.restore).toHaveBeenCalledTimes(1));
    expect(bodies.map(({ owner }) => owner === conversationOwner("alice", ""))).toEqual([false, false, true]);
    expect(cookies).toEqual([]);
  });
});
