import { nothing, type ReactiveController, type ReactiveControllerHost } from "lit";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ApiFailure } from "../../console/api.ts";
import { Load } from "../../console/controllers/load.ts";
import { Pages } from "../../console/controllers/pages.ts";

const tab = Object.assign(new EventTarget(), { hidden: false });
const browser = new EventTarget();
beforeEach(() => {
  tab.hidden = false;
  vi.stubGlobal("document", tab);
  vi.stubGlobal("window", browser);
  return () => void vi.useRealTimers();
});

class Host implements ReactiveControllerHost {
  readonly #controllers: ReactiveController[] = [];
  readonly updateComplete = Promise.resolve(true);
  #asked = false;
  addController(one: ReactiveController): void {
    this.#controllers.push(one);
  }
  removeController(): void {}
  /** As Lit does, also where the element is gone. */
  requestUpdate(): void {
    if (this.#asked) return;
    this.#asked = true;
    queueMicrotask(() => {
      this.#asked = false;
      this.update();
    });
  }
  update(): void {
    for (const one of this.#controllers) one.hostUpdate?.();
  }
  connect(): void {
    for (const one of this.#controllers) one.hostConnected?.();
    this.update();
  }
  disconnect(): void {
    for (const one of this.#controllers) one.hostDisconnected?.();
  }
}

/** A screen whose reads are answered by hand. */
function screen() {
  const host = new Host();
  const reads: { signal: AbortSignal; answer: (text: string) => void; fail: (reason: unknown) => void }[] = [];
  const state = { id: 1 };
  const load = new Load<string>(
    host,
    (signal) => new Promise((answer, fail) => reads.push({ signal, answer, fail })),
    () => [state.id],
  );
  const settled = () => new Promise<void>((done) => setTimeout(done));
  return { host, reads, state, load, settled, drawn: () => load.render((text) => text) as { values: unknown[] } };
}

describe("what a screen loads", () => {
  test("is read once for the same arguments, and again for others, whose answer alone counts", async () => {
    const { host, reads, state, load, settled, drawn } = screen();
    host.update();
    host.update();
    expect(reads).toHaveLength(1);
    state.id = 2;
    host.update();
    expect(reads).toHaveLength(2);
    expect(reads[0]?.signal.aborted).toBe(true);
    reads[1]?.answer("two");
    reads[0]?.answer("one");
    await settled();
    expect(drawn().values[1]).toBe("two");
    expect(load.value).toBe("two");
  });

  test("stays while it is read again, and goes when the arguments change", async () => {
    const { host, reads, state, load, settled, drawn } = screen();
    host.update();
    reads[0]?.answer("old");
    await settled();
    void load.reload();
    expect(drawn().values[1]).toBe("old");
    reads[1]?.answer("new");
    await settled();
    expect(drawn().values[1]).toBe("new");
    state.id = 2;
    host.update();
    expect(load.value).toBeNull();
  });

  test("may be given, which ends a read on its way", async () => {
    const { host, reads, load, settled, drawn } = screen();
    host.update();
    load.set("given");
    reads[0]?.answer("read");
    await settled();
    expect(drawn().values[1]).toBe("given");
    expect(reads).toHaveLength(1);
  });

  test("a refusal is shown, with a way to try again; any other fault is not hidden", async () => {
    const { host, reads, load, settled, drawn } = screen();
    host.update();
    reads[0]?.fail(new ApiFailure(500, "no", []));
    await settled();
    expect(load.value).toBeNull();
    expect(drawn().values[1]).toHaveProperty("strings");
    void load.reload();
    reads[1]?.fail(new TypeError("a fault of ours"));
    await settled();
    expect(drawn).toThrow("a fault of ours");
  });

  test("what was read stays where a further read fails, until it is gone", async () => {
    const { host, reads, state, load, settled, drawn } = screen();
    host.update();
    reads[0]?.answer("old");
    await settled();
    void load.reload();
    reads[1]?.fail(new ApiFailure(0, "The server did not answer."));
    await settled();
    expect(load.value).toBe("old");
    expect(drawn().values).toEqual([
      expect.objectContaining({ values: expect.arrayContaining(["The server did not answer."]) }),
      "old",
    ]);
    void load.reload();
    expect(drawn().values[0], "the note stays until there is an answer").toHaveProperty("strings");
    reads[2]?.answer("new");
    await settled();
    expect(drawn().values).toEqual([nothing, "new"]);
    void load.reload();
    reads[3]?.fail(new ApiFailure(503, "no"));
    await settled();
    state.id = 2;
    host.update();
    expect(drawn().values[0], "another thing has its own").toBe(nothing);
    reads[4]?.answer("other");
    await settled();
    void load.reload();
    reads[5]?.fail(new ApiFailure(404, "Not found"));
    await settled();
    expect(load.value).toBeNull();
  });

  test("is read again by itself where it may be there by now: as the browser or its tab is back, and in a while", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { host, reads, drawn } = screen();
    const settled = () => vi.advanceTimersByTimeAsync(0);
    host.connect();
    reads[0]?.fail(new ApiFailure(0, "The server did not answer."));
    await settled();
    browser.dispatchEvent(new Event("online"));
    expect(reads).toHaveLength(2);
    expect(drawn().values[1], "the note stays meanwhile").toMatchObject({
      values: ["The server did not answer.", nothing, expect.anything()],
    });
    browser.dispatchEvent(new Event("online"));
    expect(reads, "it is being read").toHaveLength(2);
    reads[1]?.fail(new ApiFailure(503, "no"));
    await settled();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(reads).toHaveLength(3);
    reads[2]?.fail(new ApiFailure(503, "no"));
    await settled();
    tab.hidden = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reads, "nobody looks").toHaveLength(3);
    tab.hidden = false;
    tab.dispatchEvent(new Event("visibilitychange"));
    expect(reads).toHaveLength(4);
    reads[3]?.answer("there");
    await settled();
    expect(drawn().values[1]).toBe("there");
    await vi.advanceTimersByTimeAsync(60_000);
    browser.dispatchEvent(new Event("online"));
    expect(reads).toHaveLength(4);
  });

  test.each([403, 404, 422])("is not read again by itself where a %i is the answer", async (status) => {
    const { host, reads, settled } = screen();
    host.connect();
    reads[0]?.fail(new ApiFailure(status, "no"));
    await settled();
    browser.dispatchEvent(new Event("online"));
    expect(reads).toHaveLength(1);
  });

  test("is not read again by a screen that has gone after it failed", async () => {
    const { host, reads, settled } = screen();
    host.connect();
    reads[0]?.fail(new ApiFailure(0, "no"));
    await settled();
    host.disconnect();
    browser.dispatchEvent(new Event("online"));
    tab.dispatchEvent(new Event("visibilitychange"));
    expect(reads).toHaveLength(1);
  });

  test("is not read for a screen that is gone, and read again when it comes back", async () => {
    const { host, reads, settled, drawn } = screen();
    host.connect();
    host.disconnect();
    expect(reads[0]?.signal.aborted).toBe(true);
    reads[0]?.fail(reads[0].signal.reason);
    await settled();
    expect(reads).toHaveLength(1);
    expect(drawn, "an abort is no fault").not.toThrow();
    host.connect();
    expect(reads).toHaveLength(2);
  });
});

describe("what a list loads page by page", () => {
  /** A list whose reads are answered by hand; what it draws is read off the template's own values. */
  function list() {
    const host = new Host();
    const reads: {
      cursor: string | null;
      signal: AbortSignal;
      answer: (items: string[], next?: string | null) => void;
      fail: (reason: unknown) => void;
    }[] = [];
    const state = { id: 1 };
    const pages = new Pages<string>(
      host,
      (cursor, signal) =>
        new Promise((resolve, fail) => {
          const answer = (items: string[], next: string | null = null) => resolve({ items, next_cursor: next });
          reads.push({ cursor, signal, answer, fail });
        }),
      () => [state.id],
    );
    const drawn = () =>
      pages.render({ list: (items) => items.join(" "), empty: () => "none" }) as { values: unknown[] };
    const settled = () => new Promise<void>((done) => setTimeout(done));
    const more = () => {
      const [, , button] = drawn().values as [unknown, unknown, { values: unknown[] }];
      (button.values.find((value) => typeof value === "function") as () => void)();
    };
    const again = () => {
      const [, note] = drawn().values as [unknown, { values: unknown[] }];
      const [button] = note.values.slice(-1) as [{ values: [boolean, () => void] }];
      button.values[1]();
    };
    return { host, reads, state, pages, drawn, settled, more, again };
  }

  test("reads a page again by itself that may be there by now, and keeps what is shown", async () => {
    const { host, reads, drawn, settled, more } = list();
    host.connect();
    reads[0]?.answer(["a"], "2");
    await settled();
    more();
    reads[1]?.fail(new ApiFailure(0, "no"));
    await settled();
    browser.dispatchEvent(new Event("online"));
    expect(reads[2]?.cursor).toBe("2");
    expect(drawn().values[1]).toMatchObject({ values: ["no", nothing, expect.anything()] });
    reads[2]?.answer(["b"]);
    await settled();
    expect(drawn().values).toMatchObject(["a b", nothing, nothing]);
  });

  test("grows by a page on request, and begins anew where it is read again or the arguments change", async () => {
    const { host, reads, state, pages, drawn, settled, more } = list();
    host.update();
    reads[0]?.answer(["a", "b"], "2");
    await settled();
    more();
    expect(drawn().values[0]).toBe("a b");
    expect(reads[1]?.cursor).toBe("2");
    reads[1]?.answer(["c"]);
    await settled();
    expect(drawn().values[0]).toBe("a b c");
    void pages.reload();
    expect(drawn().values[0]).toBe("a b c");
    expect(reads[2]?.cursor).toBeNull();
    reads[2]?.answer(["z"], "2");
    await settled();
    expect(drawn().values[0]).toBe("z");
    more();
    state.id = 2;
    host.update();
    expect(reads[3]?.signal.aborted).toBe(true);
    expect(reads[4]?.cursor).toBeNull();
    reads[3]?.answer(["of the other"]);
    await settled();
    expect(drawn().values).toEqual([]);
  });

  test("after a refusal keeps what it has, and tries that page again", async () => {
    const { host, reads, drawn, settled, more, again } = list();
    host.update();
    reads[0]?.answer(["a"], "2");
    await settled();
    more();
    reads[1]?.fail(new ApiFailure(500, "no", []));
    await settled();
    expect(drawn().values[0]).toBe("a");
    again();
    expect(reads[2]?.cursor).toBe("2");
    reads[2]?.answer([]);
    await settled();
    expect(drawn().values[0]).toBe("a");
  });

  test("after a refused reload tries the first page again", async () => {
    const { host, reads, pages, settled, again } = list();
    host.update();
    reads[0]?.answer(["a"], "2");
    await settled();
    void pages.reload();
    reads[1]?.fail(new ApiFailure(500, "no", []));
    await settled();
    again();
    expect(reads[2]?.cursor).toBeNull();
  });
});
