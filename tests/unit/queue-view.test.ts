// A chunk of the page: loaded already, it comes within a turn.
import "../../widget/session/refusal.ts";
import type { TemplateResult } from "lit";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import en from "../../widget/i18n/en.ts";
import enContactAndQueue from "../../widget/i18n/en-contact-and-queue.ts";
import enErrors from "../../widget/i18n/en-errors.ts";
import { QueueView } from "../../widget/panel/contact-and-queue/queue-view.ts";

type Answer = { place: number; ready: boolean } | { status: number };
let answers: () => Answer;
let sent: { ticket?: string; leave?: true }[];
let started: string[];

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  sent = [];
  started = [];
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
  return { host, view, text, click };
}

/** The values of a template and of those inside it. */
const flat = (template: TemplateResult): unknown[] =>
  template.values.flatMap((value) =>
    value !== null && typeof value === "object" && "values" in value ? flat(value as TemplateResult) : [value],
  );

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
