// A browser loads it when it is needed; here no test waits for a file.
import "../../widget/session/refusal.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { HandoverTaken } from "../../shared/handover.ts";
import { newestOf, prepareHandover } from "../../widget/panel/across-subdomains.ts";
import type { PanelSettings } from "../../widget/panel/panel-settings.ts";
import type { WidgetHost } from "../../widget/panel/widget-host.ts";
import { saveHandover } from "../../widget/persistence/handover.ts";
import { saveConversation } from "../../widget/persistence/saved-conversation.ts";
import type { ElementSession } from "../../widget/session/element-session.ts";
import type { Message } from "../../widget/session/state.ts";
import { stubStorage } from "./web-storage.ts";

const KEY = "svc_pk_a";
const TICKET = { session_id: "ses_1", ticket: "abc", domain: "bakery.example" };
const line = (role: "user" | "agent", text: string) => ({ role, text, at: 1, interrupted: false });
const asked = line("user", "Is there fresh rye?");
const answered = line("agent", "There is.");
const EMPTY: HandoverTaken = { success: true, left: true, domain: null, conversation: null };
const holding = (transcript: (typeof asked)[]): HandoverTaken => ({
  success: true,
  left: true,
  domain: TICKET.domain,
  conversation: { session_id: "ses_1", session_secret: "sss_1", transcript },
});

let cookie: string;
beforeEach(() => {
  vi.useFakeTimers();
  cookie = "";
  stubStorage("sessionStorage");
  vi.stubGlobal("location", { protocol: "https:", hostname: "www.bakery.example" });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("document", {
    get cookie() {
      return cookie;
    },
    set cookie(written: string) {
      cookie = written.split(";")[0] ?? "";
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** What a page of one subdomain leaves: two lines, what a tool did, words that nobody could be told, and some that were just begun. */
function leave(): void {
  const message = (id: string, role: Message["role"], more: Partial<Message> = {}): Message => ({
    ...{ id, role, text: "…", final: true, at: 1 },
    ...more,
  });
  const transcript = [
    message("a", "user"),
    message("t", "tool"),
    message("b", "agent"),
    message("c", "user", { unsent: true }),
    message("d", "user", { text: "", final: false }),
  ];
  const secrets = { session_id: "ses_1", session_secret: "sss_1" };
  saveConversation(KEY, { ...secrets, transcript, input: "text", owner: "1.2", open: true, goesOn: false });
  saveHandover(KEY, () => TICKET);
}

/** A status without what was asked for; 0: no answer. */
type Refused = number;

function answerOf(answer: object | Refused): Response {
  if (answer === 0) throw new TypeError("Failed to fetch");
  return typeof answer === "number" ? Response.json({ success: false }, { status: answer }) : Response.json(answer);
}

/** What the next page shows, where the service answers so, one after the other, the last for ever. */
async function shownBy(answers: (HandoverTaken | Refused)[]) {
  const tries = vi.fn(async () => answerOf((answers.length > 1 ? answers.shift() : answers[0]) ?? 0));
  vi.stubGlobal("fetch", tries);
  vi.stubGlobal("location", { protocol: "https:", hostname: "shop.bakery.example" });
  const host = { service: () => ({ apiKey: KEY, baseUrl: "https://voice.example" }) } as unknown as WidgetHost;
  const session = { state: { status: "idle" } } as unknown as ElementSession;
  const newest = newestOf(null, host, session, undefined);
  let over = false;
  void newest.then(() => {
    over = true;
  });
  while (!over) await vi.advanceTimersByTimeAsync(400);
  return { left: await newest, tries: tries.mock.calls.length };
}

it("waits for what was said where the service has heard of the end first, of nothing or of a part", async () => {
  leave();
  const { left, tries } = await shownBy([EMPTY, holding([asked]), holding([asked, answered])]);
  expect(left?.transcript.map(({ text }) => text)).toEqual([asked.text, answered.text]);
  expect(tries).toBe(3);
});

it("shows a part in the end, where no more is to be had, and nothing where there is nothing", async () => {
  leave();
  expect((await shownBy([holding([asked])])).left?.transcript).toHaveLength(1);
  leave();
  expect((await shownBy([EMPTY])).left).toBeNull();
});

it("takes what a page of the release before has left, which counted no lines", async () => {
  leave();
  cookie = cookie.replace(/\.\d+$/, "");
  const { left, tries } = await shownBy([holding([asked])]);
  expect(left?.transcript).toHaveLength(1);
  expect(tries).toBe(1);
});

it("asks once more where the network or the service failed for a moment, and no more where it is refused", async () => {
  leave();
  const { left, tries } = await shownBy([0, 503, 429, holding([asked, answered])]);
  expect(left?.transcript).toHaveLength(2);
  expect(tries).toBe(4);
  leave();
  expect(await shownBy([401, holding([asked, answered])])).toEqual({ left: null, tries: 1 });
});

it.each([
  [
    "is got by another try where the first one had no answer",
    [0, { success: true, ticket: "abc", domain: "bakery.example" }],
    2,
  ],
  ["is asked for once where the owner wants none", [{ success: true, ticket: null, domain: null }], 1],
  ["is asked for once where the service refuses it", [401], 1],
  ["is not asked for without end", [503], 8],
] as const)("a ticket %s", async (_, answers, expected) => {
  const given = [...answers];
  const tries = vi.fn(async () => answerOf((given.length > 1 ? given.shift() : given[0]) ?? 0));
  vi.stubGlobal("fetch", tries);
  const host = { service: () => ({ apiKey: KEY, baseUrl: "https://voice.example" }) } as unknown as WidgetHost;
  const session = { info: { session_id: "ses_1" }, secret: "sss_1" } as unknown as ElementSession;
  // As often as the conversation changes.
  for (let change = 0; change < 20; change++) {
    prepareHandover(host, session, { startedBy: {} } as PanelSettings);
    await vi.runAllTimersAsync();
  }
  expect(tries).toHaveBeenCalledTimes(expected);
});
