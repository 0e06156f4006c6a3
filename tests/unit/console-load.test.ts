import type { ReactiveController, ReactiveControllerHost } from "lit";
import { describe, expect, test } from "vitest";
import { ApiFailure } from "../../console/api.ts";
import { Load } from "../../console/controllers/load.ts";

class Host implements ReactiveControllerHost {
  readonly #controllers: ReactiveController[] = [];
  readonly updateComplete = Promise.resolve(true);
  addController(one: ReactiveController): void {
    this.#controllers.push(one);
  }
  removeController(): void {}
  requestUpdate(): void {}
  update(): void {
    for (const one of this.#controllers) one.hostUpdate?.();
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
  return { host, reads, state, load, settled, shown: () => load.render((text) => text) };
}

describe("what a screen loads", () => {
  test("is read once for the same arguments, and again for others, whose answer alone counts", async () => {
    const { host, reads, state, load, settled, shown } = screen();
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
    expect(shown()).toBe("two");
    expect(load.value).toBe("two");
  });

  test("stays while it is read again, and goes when the arguments change", async () => {
    const { host, reads, state, load, settled, shown } = screen();
    host.update();
    reads[0]?.answer("old");
    await settled();
    void load.reload();
    expect(shown()).toBe("old");
    reads[1]?.answer("new");
    await settled();
    expect(shown()).toBe("new");
    state.id = 2;
    host.update();
    expect(load.value).toBeNull();
  });

  test("may be given, which ends a read on its way", async () => {
    const { host, reads, load, settled, shown } = screen();
    host.update();
    load.set("given");
    reads[0]?.answer("read");
    await settled();
    expect(shown()).toBe("given");
    expect(reads).toHaveLength(1);
  });

  test("a refusal is shown, with a way to try again; any other fault is not hidden", async () => {
    const { host, reads, load, settled, shown } = screen();
    host.update();
    reads[0]?.fail(new ApiFailure(500, "no", []));
    await settled();
    expect(load.value).toBeNull();
    expect(shown()).toHaveProperty("strings");
    void load.reload();
    reads[1]?.fail(new TypeError("a fault of ours"));
    await settled();
    expect(shown).toThrow("a fault of ours");
  });

  test("is not read for a screen that is gone, and read again when it comes back", async () => {
    const { host, reads, settled } = screen();
    host.update();
    host.disconnect();
    expect(reads[0]?.signal.aborted).toBe(true);
    reads[0]?.fail(reads[0].signal.reason);
    await settled();
    host.update();
    expect(reads).toHaveLength(2);
  });
});
