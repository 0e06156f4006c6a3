import { beforeEach, expect, it, vi } from "vitest";
import type { ElementSession } from "../../widget/session/element-session.ts";

/** Two tabs of one site: the other one has taken the call over, and what it stored is not to be seen here yet. */

const MARK = "voice-widget:call";
let stored: Map<string, string>;
/** Another tab takes the lock. */
let steal: () => void;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
  });
  vi.stubGlobal("navigator", {
    locks: {
      request: (_name: string, _options: object, hold: () => Promise<void>) =>
        Promise.race([
          hold(),
          new Promise((_, reject) => {
            steal = () => reject(new DOMException("stolen", "AbortError"));
          }),
        ]),
    },
  });
});

const { ExclusiveSpeaker } = await import("../../widget/panel/exclusive-speaker.ts");

/** A widget that talks until it is ended. */
function talkingWidget() {
  const session = { starting: false, state: { status: "listening", activity: {}, input: "voice" } };
  const ended = vi.fn(() => {
    session.state = { ...session.state, status: "ended" };
    Object.assign(session.state, { activity: undefined, input: "text" });
    speaker.update();
  });
  const speaker = new ExclusiveSpeaker(session as unknown as ElementSession, ended);
  speaker.update();
  return { ended };
}

it("a call that ends takes its mark away", () => {
  const { ended } = talkingWidget();
  expect(stored.has(MARK)).toBe(true);
  ended();
  expect(stored.has(MARK)).toBe(false);
});

it("a call that another tab takes over leaves the mark, which is the other one's", async () => {
  const { ended } = talkingWidget();
  steal();
  await vi.waitFor(() => expect(ended).toHaveBeenCalled());
  expect(stored.has(MARK)).toBe(true);
});
