import { afterEach, expect, test, vi } from "vitest";
import { Alerts } from "../../console/inbox/alerts.ts";

afterEach(() => vi.unstubAllGlobals());

/** Notes that were begun, in whichever tab. */
const notes: Note[] = [];
class Note extends EventTarget {
  connect = <T>(to: T) => to;
  start = () => void notes.push(this);
  stop = () => {};
}
class Gain {
  gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  connect = <T>(to: T) => to;
}
class Sound extends EventTarget {
  state = "running";
  currentTime = 0;
  destination = {};
  close = async () => {
    this.state = "closed";
    this.dispatchEvent(new Event("statechange"));
  };
}
/** As a browser has it for all tabs of an origin: refused at once while another tab holds it. */
function standBrowser(): void {
  notes.length = 0;
  let held = false;
  const request = async (_name: string, _options: object, act: (lock: object | null) => unknown) => {
    if (held) return act(null);
    held = true;
    await act({});
    held = false;
  };
  vi.stubGlobal("navigator", { locks: { request } });
  vi.stubGlobal("AudioContext", Sound);
  vi.stubGlobal("OscillatorNode", Note);
  vi.stubGlobal("GainNode", Gain);
}
function tab(): Alerts {
  const alerts = new Alerts();
  alerts.unlock();
  return alerts;
}

test("of several tabs one sounds, and any of them again once that is over", async () => {
  standBrowser();
  const [first, second] = [tab(), tab()];
  first.play();
  second.play();
  expect(notes).toHaveLength(2);
  for (const note of notes.splice(0)) note.dispatchEvent(new Event("ended"));
  await vi.waitFor(() => {
    second.play();
    expect(notes).toHaveLength(2);
  });
});

test("a tab that leaves the inbox in the middle of a note lets the others sound", async () => {
  standBrowser();
  const [first, second] = [tab(), tab()];
  first.play();
  first.stop();
  notes.length = 0;
  await vi.waitFor(() => {
    second.play();
    expect(notes).toHaveLength(2);
  });
});

test("a browser that opens no sound loses no click to it", () => {
  standBrowser();
  vi.stubGlobal(
    "AudioContext",
    class {
      constructor() {
        throw new DOMException("The number of hardware contexts reached its maximum", "NotSupportedError");
      }
    },
  );
  const alerts = tab();
  alerts.play();
  expect(notes).toEqual([]);
});

test("each tab sounds where the browser has no locks, as on a page without https", () => {
  standBrowser();
  vi.stubGlobal("navigator", {});
  tab().play();
  tab().play();
  expect(notes).toHaveLength(4);
});
