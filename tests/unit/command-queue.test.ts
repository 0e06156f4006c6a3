import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { CommandQueue } from "../../widget/session/command-queue.ts";
import type { SessionCommand } from "../../widget/session/commands.ts";
import { runs } from "../harness/random/runs.ts";

const text = (words: string): SessionCommand => ({ type: "send_text", text: words });
const MUTE: SessionCommand = { type: "mute", muted: true };
const END: SessionCommand = { type: "end", reason: "completed" };

/** A session that hears text only while it is connected. */
function session(early: SessionCommand[] = []) {
  const queue = new CommandQueue(early);
  const done: SessionCommand[] = [];
  const state = { connected: false };
  const carryOut = (command: SessionCommand) => {
    if (command.type === "send_text" && !state.connected) return false;
    done.push(command);
    return true;
  };
  return { queue, done, state, carryOut };
}

describe("the queue of commands", () => {
  it("carries out at once what is possible, before push returns", () => {
    const { queue, done, carryOut } = session();
    queue.consume(carryOut);
    queue.push(MUTE);
    expect(done).toEqual([MUTE]);
    expect(queue.isEmpty).toBe(true);
  });

  it("keeps what is not possible yet, in order, and lets others pass", () => {
    const { queue, done, state, carryOut } = session();
    queue.consume(carryOut);
    queue.push(text("one"), text("two"), MUTE);
    expect(done).toEqual([MUTE]);
    state.connected = true;
    queue.run();
    expect(done).toEqual([MUTE, text("one"), text("two")]);
  });

  it("goes on with the list of what was asked for before its code was loaded", () => {
    const early = [text("one")];
    const { queue, done, state, carryOut } = session(early);
    early.push(MUTE);
    state.connected = true;
    queue.consume(carryOut);
    expect(done).toEqual([text("one"), MUTE]);
  });

  it("does what is pushed in the middle of a command after it, once each", () => {
    const queue = new CommandQueue();
    const done: string[] = [];
    queue.consume((command) => {
      done.push(command.type);
      if (command.type === "mute") queue.push(END);
      return true;
    });
    queue.push(MUTE, { type: "interrupt" });
    expect(done).toEqual(["mute", "interrupt", "end"]);
  });

  it("carries nothing out that a command before it has dropped", () => {
    const queue = new CommandQueue([END, text("too late"), MUTE]);
    const done: string[] = [];
    queue.consume((command) => {
      done.push(command.type);
      if (command.type === "end") queue.drop(({ type }) => type === "send_text");
      return true;
    });
    expect(done).toEqual(["end", "mute"]);
  });

  it("drops a command that throws, names the error to the page, and carries out the others", () => {
    const reportError = vi.fn();
    vi.stubGlobal("reportError", reportError);
    const queue = new CommandQueue([MUTE, END]);
    const done: string[] = [];
    queue.consume(({ type }) => {
      if (type === "mute") throw new Error("a page's fault");
      done.push(type);
      return true;
    });
    queue.push(MUTE, END);
    vi.unstubAllGlobals();
    expect(done).toEqual(["end", "end"]);
    expect(queue.isEmpty).toBe(true);
    expect(reportError.mock.calls.flat().map(String)).toEqual(Array(2).fill("Error: a page's fault"));
  });

  it("drops what came before a command, and not what comes after it", () => {
    const queue = new CommandQueue([text("before"), END, text("after")]);
    const done: string[] = [];
    queue.consume((command) => {
      if (command.type === "send_text") return done.includes("end") && Boolean(done.push(command.text));
      queue.dropEarlier();
      return Boolean(done.push(command.type));
    });
    expect(done).toEqual(["end", "after"]);
    queue.consume(() => false);
    queue.push(text("waits"));
    queue.dropEarlier();
    expect(queue.isEmpty).toBe(true);
  });

  it("loses and doubles nothing, whatever becomes possible when", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("say", "connect", "disconnect"), { maxLength: 40 }), (steps) => {
        const { queue, done, state, carryOut } = session();
        queue.consume(carryOut);
        let said = 0;
        for (const step of steps) {
          if (step === "say") queue.push(text(String(said++)));
          else state.connected = step === "connect";
          queue.run();
        }
        state.connected = true;
        queue.run();
        expect(done).toEqual(Array.from({ length: said }, (_, index) => text(String(index))));
      }),
      { numRuns: runs(100) },
    );
  });
});
