// A chunk of the page: loaded already, it comes within a turn.
import "../../widget/session/refusal.ts";
import type { TemplateResult } from "lit";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import en from "../../widget/i18n/en.ts";
import enContactAndQueue from "../../widget/i18n/en-contact-and-queue.ts";
import enErrors from "../../widget/i18n/en-errors.ts";
import { QueueView } from "../../widget/panel/contact-and-queue/queue-view.ts";

type Answer = { place: number; ready: boolean; can_extend?: boolean } | { status: number };
let answers: () => Answer;
let sent: { ticket?: string; leave?: true; extend?: true }[];
let started: string[];
let hidden: boolean;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  sent = [];
  started = [];
  hidden = false;
  vi.stubGlobal("document", {
    get visibilityState() {
      return hidden ? "hidden" : "visible";
    },
  });
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    const answer = answers();
    if ("status" in answer) return Response.json({ detail: "no" }, { status: answer.status });
    return Response.json({ success: true, ticket: "wait_1", waiting: 2, held_until: null, poll_seconds: 5, ...answer });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Whether it was the visitor's turn, each time the launcher was told. */
let turns: boolean[] = [];

function queue() {
  turns = [];
  const host = { isConnected: true, addController() {}, removeController() {}, requestUpdate() {} };
  const view = new QueueView(
    Object.assign(host, { updateComplete: Promise.resolve(true) }),
    () => ({ apiKey: "svc_pk_x", baseUrl: "https://voice.example/" }),
    () => 7,
    (ticket) => started.push(ticket),
    () => turns.push(view.ready),
  );
  /** What is drawn, as text, and a click on the first button of it. */
  const drawn = () => view.view(en, enContactAndQueue, null);
  const text = () => flat(drawn()).filter((one) => typeof one === "string");
  const click = async () => {
    flat(drawn()).find((one): one is () => void => typeof one === "function")?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  /** A press of "One more minute", where it is offered. */
  const extend = async () => {
    const offered = template(drawn(), "queue-extend");
    const press = offered?.values.find((one) => typeof one === "function") as ((event: object) => void) | undefined;
    press?.({ currentTarget: { closest: () => null } });
    await vi.advanceTimersByTimeAsync(0);
    return press !== undefined;
  };
  return { host, view, text, click, extend };
}

/** The values of a template and of those inside it. */
const flat = (template: TemplateResult): unknown[] =>
  template.values.flatMap((value) =>
    value !== null && typeof value === "object" && "values" in value ? flat(value as TemplateResult) : [value],
  );

/** The one among a template and those inside it that draws this part itself. */
function template(drawn: TemplateResult, part: string): TemplateResult | undefined {
  for (const value of drawn.values) {
    if (value === null || typeof value !== "object" || !("values" in value)) continue;
    const inside = template(value as TemplateResult, part);
    if (inside) return inside;
  }
  return drawn.strings.join("").includes(`part="${part}"`) ? drawn : undefined;
}

const waiting: Answer = { place: 1, ready: false };
const turn: Answer = { place: 1, ready: true };

it("offers the turn as long as the line is held, and begins with its ticket", async () => {
  const { text, click } = queue();
  answers = () => turn;
  await click();
  await vi.advanceTimersByTimeAsync(55_000);
  expect(text()).toContain(enContactAndQueue.yourTurn);
  expect(turns.at(-1)).toBe(true);
  await click();
  expect(started).toEqual(["wait_1"]);
  expect(sent.some(({ leave }) => leave)).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  ["still holds it", () => turn],
  // Counted from before the page knew of it, and joined to the end of the queue again by the page's own question.
  ["gave it to the next one", () => (Date.now() < 1_058_000 ? turn : waiting)],
])("leaves a turn that nobody takes, where the service %s", async (_, answer) => {
  const { view, text, click } = queue();
  answers = answer;
  await click();
  await vi.advanceTimersByTimeAsync(70_000);
  expect(sent.at(-1)).toMatchObject({ ticket: "wait_1", leave: true });
  expect(view.begun).toBe(false);
  expect(text()).toContain(enContactAndQueue.wait);
  expect(vi.getTimerCount()).toBe(0);
});

it("says that its page is out of sight, where timers run once a minute", async () => {
  const { click } = queue();
  answers = () => waiting;
  await click();
  hidden = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toEqual([{ agent_id: 7 }, { agent_id: 7, ticket: "wait_1", hidden: true }]);
});

it("waits on where the line is needed for a while by somebody else", async () => {
  const { text, click } = queue();
  answers = () => (Date.now() < 1_010_000 ? turn : waiting);
  await click();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(text()).toContain(enContactAndQueue.place(1));
  expect(sent.some(({ leave }) => leave)).toBe(false);
});

it("leaves where the widget is gone from the page", async () => {
  const { host, click } = queue();
  answers = () => waiting;
  await click();
  host.isConnected = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent.at(-1)).toMatchObject({ leave: true });
  expect(vi.getTimerCount()).toBe(0);
});

it("asks on after what passes, and says what lasts until the visitor waits again", async () => {
  const { view, text, click } = queue();
  answers = () => waiting;
  await click();
  answers = () => ({ status: 503 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(text()).toContain(enErrors.service_failed.title);
  answers = () => ({ status: 401 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(text()).toContain(enErrors.unauthorized.title);
  expect(vi.getTimerCount()).toBe(0);
  expect(view.begun).toBe(true);
  answers = () => waiting;
  await click();
  expect(sent.at(-1)?.ticket).toBe("wait_1");
  expect(text()).toContain(enContactAndQueue.place(1));
  view.stop();
  expect(view.begun).toBe(false);
});

describe("one more minute", () => {
  it("is asked for by one press, offered once, and keeps the turn for as long", async () => {
    const { view, click, extend } = queue();
    let extended = false;
    answers = () => {
      extended ||= sent.at(-1)?.extend === true;
      return { ...turn, can_extend: !extended };
    };
    await click();
    await vi.advanceTimersByTimeAsync(50_000);
    expect(await extend()).toBe(true);
    expect(sent.filter((one) => one.extend)).toHaveLength(1);
    expect(await extend()).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(view.ready).toBe(true);
    // One question every five seconds, as before: the press leaves no second round of them.
    expect(sent.length).toBeLessThan(30);
    expect(sent.filter((one) => one.extend)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent.at(-1)).toMatchObject({ leave: true });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is asked for again where the network failed, and not offered by a service that has none", async () => {
    const { click, extend } = queue();
    answers = () => ({ ...turn, can_extend: true });
    await click();
    answers = () => ({ status: 503 });
    await extend();
    answers = () => ({ ...turn, can_extend: false });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent.map((one) => one.extend)).toEqual([undefined, true, true]);
    const old = queue();
    answers = () => turn;
    await old.click();
    expect(await old.extend()).toBe(false);
  });
});
