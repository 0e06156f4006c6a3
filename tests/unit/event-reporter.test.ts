import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiClient, type ApiFailure } from "../../widget/session/api-client.ts";
import { EventReporter, type SessionReport } from "../../widget/session/event-reporter.ts";
import { type Answer, accepted, gate, over, settled } from "./session-harness.ts";

const START = 1_000_000;
const ended: SessionReport = { type: "ended", reason: "completed" };
const said = (text: string): SessionReport => ({ type: "user_transcript", text });

/** A reporter whose service answers as the test says. */
function reporting(server_time = START) {
  const requests: { events: SessionReport[]; at: number }[] = [];
  const told: string[] = [];
  const service = { answer: (_events: SessionReport[]): Answer | Promise<Answer> => accepted() };
  const api = new ApiClient("svc_pk_x", "https://voice.example", (async (
    url: string,
    { body, signal }: RequestInit,
  ) => {
    expect(url).toBe("https://voice.example/widget/v1/session/ses_1/events");
    const { events } = JSON.parse(String(body)) as { events: SessionReport[] };
    requests.push({ events, at: Date.now() - START });
    const aborted = new Promise<Answer>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    const answer = await Promise.race([service.answer(events), aborted]);
    if (answer === "offline") throw new TypeError("fetch failed");
    const text = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
    return new Response(text, { status: answer.status, headers: { ...answer.headers } });
  }) as typeof fetch);
  const reporter = new EventReporter(
    api,
    { session_id: "ses_1", server_time },
    {
      answered: ({ status }) => told.push(`answered ${status}`),
      refused: ({ status }: ApiFailure) => told.push(`refused ${status}`),
      unanswered: () => told.push("unanswered"),
    },
  );
  return {
    reporter,
    requests,
    told,
    service,
    /** Of each request, its events' texts, or else their types. */
    sent: () => requests.map(({ events }) => events.map((event) => ("text" in event && event.text) || event.type)),
    at: () => requests.map(({ at }) => at),
  };
}

let session: ReturnType<typeof reporting>;
beforeEach(() => {
  vi.useFakeTimers({ now: START });
  session = reporting();
});
afterEach(() => {
  session.reporter.close();
  expect(vi.getTimerCount(), "timers left").toBe(0);
  vi.useRealTimers();
});

describe("batches", () => {
  it("hold what comes within two seconds, each event with its time", async () => {
    session.reporter.report(said("One"));
    await vi.advanceTimersByTimeAsync(1_500);
    session.reporter.report({ ...said("Two"), at: START + 1 });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(session.requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(session.requests[0]?.events).toEqual([
      { ...said("One"), at: START },
      { ...said("Two"), at: START + 1 },
    ]);
    expect(session.told).toEqual(["answered active"]);
  });

  it("hold fifty events at most, and less than a closing page may send", async () => {
    for (let n = 0; n < 60; n++) session.reporter.report(said(String(n)));
    session.reporter.flush();
    await settled();
    for (let n = 0; n < 4; n++) session.reporter.report(said("x".repeat(4_000)));
    session.reporter.flush();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(session.requests.map(({ events }) => events.length)).toEqual([50, 12, 2]);
  });

  it("go out one after another: what is flushed during one follows it at once", async () => {
    const first = gate<Answer>();
    session.service.answer = () => first.promise;
    session.reporter.report(said("One"));
    session.reporter.flush();
    session.reporter.report(said("Two"));
    session.reporter.flush();
    await settled();
    expect(session.sent()).toEqual([["One"]]);
    session.service.answer = () => accepted();
    first.open(accepted());
    await settled();
    expect(session.sent()).toEqual([["One"], ["Two"]]);
  });

  it.each([
    ["is an hour fast", -3_600_000, START - 3_600_000],
    ["is a slow request behind", -50_000, START],
  ])("have the service's time where this browser's clock %s", async (_, difference, at) => {
    session = reporting(START + difference);
    session.reporter.report(said("One"));
    session.reporter.flush();
    await settled();
    expect(session.requests[0]?.events).toEqual([{ ...said("One"), at }]);
  });
});

describe("heartbeats", () => {
  it("go on where the visitor's clock is set back in the call", async () => {
    session.reporter.connected();
    await vi.advanceTimersByTimeAsync(1_000);
    vi.setSystemTime(START - 3_600_000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(session.sent()).toEqual([["connected"], ["heartbeat"], ["heartbeat"], ["heartbeat"]]);
  });

  it("come twenty seconds after the last report, from the connection on", async () => {
    await vi.advanceTimersByTimeAsync(60_000);
    session.reporter.heartbeat(0);
    expect(session.requests).toEqual([]);
    session.reporter.connected("rtc_1");
    await settled();
    expect(session.requests[0]?.events).toMatchObject([{ type: "connected", call_id: "rtc_1" }]);
    await vi.advanceTimersByTimeAsync(10_000);
    session.reporter.report(said("One"));
    await vi.advanceTimersByTimeAsync(42_000);
    expect(session.sent()).toEqual([["connected"], ["One"], ["heartbeat"], ["heartbeat"]]);
    expect(session.at()).toEqual([60_000, 72_000, 92_000, 112_000]);
  });

  it("come early for those who ask, and are no more than what waits", async () => {
    session.reporter.connected();
    await vi.advanceTimersByTimeAsync(6_000);
    session.reporter.heartbeat();
    session.reporter.heartbeat(5_000);
    await settled();
    session.reporter.report(said("One"));
    await vi.advanceTimersByTimeAsync(1_000);
    session.reporter.heartbeat(1_000);
    await settled();
    expect(session.sent()).toEqual([["connected"], ["heartbeat"], ["One"]]);
  });
});

describe("a report that fails", () => {
  const failing = (answer: Answer) => {
    session.service.answer = () => answer;
    session.reporter.report(said("One"));
    session.reporter.flush();
  };

  it("is repeated, ever less often, until it arrives; what came meanwhile goes with it", async () => {
    failing({ status: 503, body: {} });
    await vi.advanceTimersByTimeAsync(58_000);
    expect(session.at()).toEqual([0, 1_000, 3_000, 8_000, 18_000, 38_000, 58_000]);
    session.reporter.report(said("Two"));
    session.service.answer = () => accepted();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(session.sent().at(-1)).toEqual(["One", "Two"]);
    expect(session.told).toEqual(["answered active"]);
  });

  it("is repeated sooner where nothing answers, and says so each time", async () => {
    failing("offline");
    await vi.advanceTimersByTimeAsync(7_000);
    expect(session.at()).toEqual([0, 1_000, 3_000, 5_000, 7_000]);
    expect(session.told).toEqual(Array(5).fill("unanswered"));
  });

  it.each([
    ["a worker of the page answers with its offline page", 200, "<!doctype html><title>Offline</title>"],
    ["a worker of the page answers as its guide shows", 408, "Network error happened"],
    ["a proxy answers with a page about a block", 403, "<html>Blocked by policy</html>"],
    ["a proxy answers with nothing", 404, ""],
  ])("is unanswered, and not lost, where %s in place of the service", async (_, status, body) => {
    failing({ status, body });
    await vi.advanceTimersByTimeAsync(1_500);
    session.service.answer = () => accepted();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(session.sent()).toEqual([["One"], ["One"], ["One"]]);
    expect(session.told).toEqual(["unanswered", "unanswered", "answered active"]);
  });

  it("counts as unanswered after two seconds without a word", async () => {
    const answer = gate<Answer>();
    session.service.answer = () => answer.promise;
    session.reporter.report(said("One"));
    session.reporter.flush();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(session.told).toEqual(["unanswered"]);
    answer.open(accepted());
    await settled();
    expect(session.told).toEqual(["unanswered", "answered active"]);
  });

  it.each([
    [7, 7_000],
    [3_600, 60_000],
  ])("waits as long as the service asks, a minute at most: %i s", async (retry_after, wait) => {
    failing({ status: 429, body: { detail: "slower" }, headers: { "Retry-After": String(retry_after) } });
    await vi.advanceTimersByTimeAsync(wait);
    expect(session.at()).toEqual([0, wait]);
  });

  it("as invalid is sent event by event: only the invalid one is lost", async () => {
    session.service.answer = (events) =>
      events.some((event) => "text" in event && event.text === "bad")
        ? { status: 422, body: { detail: "no" } }
        : accepted();
    for (const text of ["One", "bad", "Two"]) session.reporter.report(said(text));
    session.reporter.flush();
    await settled();
    expect(session.sent()).toEqual([["One", "bad", "Two"], ["One"], ["bad"], ["Two"]]);
  });

  it("keeps the newest five hundred events", async () => {
    failing({ status: 503, body: {} });
    await settled();
    for (let n = 0; n < 510; n++) session.reporter.report(said(String(n)));
    session.service.answer = () => accepted();
    await vi.advanceTimersByTimeAsync(60_000);
    const texts = session.sent().slice(1).flat();
    expect(texts).toHaveLength(500);
    expect([texts[0], texts.at(-1)]).toEqual(["10", "509"]);
  });

  it.each([401, 404])("for good (%i) is told once, and is the last", async (status) => {
    failing({ status, body: { detail: "no" } });
    await settled();
    session.reporter.report(said("Two"));
    session.reporter.heartbeat(0);
    await session.reporter.finish(ended);
    expect(session.told).toEqual([`refused ${status}`]);
    expect(session.requests).toHaveLength(1);
  });

  it("of an ended session is told, and what was said goes out with the end", async () => {
    failing(over("operator"));
    await settled();
    expect(session.told).toEqual(["refused 409"]);
    session.reporter.report({ type: "interrupted" });
    session.service.answer = () => accepted();
    await session.reporter.finish(null);
    expect(session.sent()).toEqual([["One"], ["One"]]);
  });
});

describe("asking whether the session still runs", () => {
  it("waits for the answer", async () => {
    session.service.answer = () => over("max_duration");
    await session.reporter.checkSession(2_000);
    expect(session.sent()).toEqual([["heartbeat"]]);
    expect(session.told).toEqual(["refused 409"]);
  });

  it("gives a request up over which no answer may ever come, and sends it again", async () => {
    session.service.answer = () => new Promise<Answer>(() => {});
    session.reporter.report(said("One"));
    session.reporter.flush();
    await vi.advanceTimersByTimeAsync(2_001);
    session.service.answer = () => accepted();
    const checked = session.reporter.checkSession(2_000);
    await vi.advanceTimersByTimeAsync(2_000);
    await checked;
    expect(session.sent()).toEqual([["One"], ["One", "heartbeat"]]);
  });

  it("waits no longer than it may", async () => {
    session.service.answer = () => new Promise<Answer>(() => {});
    const checked = session.reporter.checkSession(2_000);
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(checked).resolves.toBeUndefined();
  });
});

describe("the end", () => {
  it("sends what waits with the last report, and nothing after it", async () => {
    session.reporter.connected();
    await settled();
    session.reporter.report(said("One"));
    await session.reporter.finish(ended);
    session.reporter.report(said("Two"));
    await session.reporter.finish(ended);
    await session.reporter.checkSession(2_000);
    expect(session.sent()).toEqual([["connected"], ["One", "ended"]]);
  });

  it("is sent before a closing page is gone, in as many requests as it takes", () => {
    for (let n = 0; n < 60; n++) session.reporter.report(said(String(n)));
    void session.reporter.finish(ended, true);
    expect(session.requests.map(({ events }) => events.length)).toEqual([50, 11]);
  });

  it("is tried three times", async () => {
    session.service.answer = () => ({ status: 503, body: {} });
    const finished = session.reporter.finish(ended);
    await vi.advanceTimersByTimeAsync(3_000);
    await finished;
    expect(session.at()).toEqual([0, 1_000, 3_000]);
  });

  it("changes nothing on the page any more", async () => {
    const answer = gate<Answer>();
    session.service.answer = () => answer.promise;
    const finished = session.reporter.finish(ended);
    answer.open(accepted());
    await finished;
    expect(session.told).toEqual([]);
  });
});
