import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openAudioDevice } from "../../widget/audio/audio-device.ts";
import type { UnlockedAudio } from "../../widget/audio/audio-unlock.ts";

/** An iPhone: the element's volume stays what it is. */
const player = { muted: false, sinks: [] as string[], setSinkId: (id: string) => set(player.sinks, id) };
const context = {
  state: "running",
  sinks: [] as string[],
  resumed: 0,
  resume: async () => void context.resumed++,
  onstatechange: null as ((event: Event) => void) | null,
  createGain: () => ({ gain: { value: 1 }, connect: () => {} }),
  setSinkId: (id: string) => set(context.sinks, id),
  audioWorklet: { addModule: () => new Promise<void>(() => {}) },
};
/** As in Chromium, one that is not there is refused. */
async function set(sinks: string[], id: string): Promise<void> {
  if (id && !outputs.includes(id)) throw new DOMException("Gone", "NotFoundError");
  sinks.push(id);
}

const fail = () => {
  throw new TypeError("Illegal invocation");
};

let outputs: string[];
let devices: EventTarget & { enumerateDevices(): Promise<unknown[]> };
const open = (onBlocked = (_: boolean) => {}) =>
  openAudioDevice({ context, player, close: () => {} } as unknown as UnlockedAudio, onBlocked);
const plug = (...ids: string[]) => {
  outputs = ids;
  devices.dispatchEvent(new Event("devicechange"));
};

beforeEach(() => {
  outputs = ["loud", "headset"];
  context.state = "running";
  player.muted = false;
  player.sinks = [];
  context.sinks = [];
  const enumerateDevices = async () => outputs.map((deviceId) => ({ kind: "audiooutput", deviceId }));
  devices = Object.assign(new EventTarget(), { enumerateDevices });
  vi.stubGlobal("navigator", { mediaDevices: devices });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the volume", () => {
  it("is none for media too, where the element's volume cannot be set", () => {
    const device = open();
    device.tune({ volume: 0 });
    expect(player.muted).toBe(true);
    device.tune({ volume: 0.5 });
    expect(player.muted).toBe(false);
  });

  it("and a cut answer keep each other silent", () => {
    const device = open();
    device.tune({ volume: 0 });
    device.hush(true);
    device.hush(false);
    expect(player.muted, "the call is paused").toBe(true);
    device.hush(true);
    device.tune({ volume: 1 });
    expect(player.muted, "the answer was cut").toBe(true);
    device.hush(false);
    expect(player.muted).toBe(false);
  });
});

it("media are played where a page's own `play` hands nothing back", () => {
  const media = Object.assign({}, player, { play: vi.fn(), srcObject: null });
  const device = openAudioDevice({ context, player: media, close: () => {} } as unknown as UnlockedAudio, () => {});
  const stream = {} as MediaStream;
  device.play(stream);
  expect(media.play).toHaveBeenCalledOnce();
  expect(media.srcObject).toBe(stream);
});

describe("sound that the system interrupts, as for a phone call", () => {
  const becomes = (state: string) => {
    context.state = state;
    context.onstatechange?.(new Event("statechange"));
  };

  it("is left alone until the system is done: iOS would play nothing afterwards", () => {
    open();
    context.resumed = 0;
    becomes("interrupted");
    expect(context.resumed).toBe(0);
    becomes("suspended");
    expect(context.resumed).toBe(1);
  });

  it("is asked for where the visitor presses, and shown as blocked until then", async () => {
    vi.useFakeTimers();
    const blocked = vi.fn();
    const device = open(blocked);
    context.resumed = 0;
    becomes("interrupted");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(blocked.mock.calls).toEqual([[true]]);
    device.resume();
    expect(context.resumed).toBe(1);
    becomes("running");
    expect(blocked).toHaveBeenLastCalledWith(false);
  });
});

describe("a worklet that never loads", () => {
  const waitSeconds = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);
  const failureOf = (device: ReturnType<typeof open>) => {
    const failed = vi.fn();
    device.ready.catch((error: Error) => failed(error.message));
    return failed;
  };
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("__AUDIO_WORKLET__", "worklet.js");
  });

  it("is a failure once the sound has run for that long, not while it waits for the visitor", async () => {
    const device = open();
    const failed = failureOf(device);
    await waitSeconds(10);
    context.state = "suspended";
    await waitSeconds(100);
    context.state = "running";
    await waitSeconds(14);
    expect(failed).not.toHaveBeenCalled();
    await waitSeconds(2);
    expect(failed.mock.calls).toEqual([["The audio worklet did not load"]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is waited for no more after the call", async () => {
    const device = open();
    const failed = failureOf(device);
    device.close();
    await waitSeconds(100);
    expect(failed).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a chosen speaker", () => {
  async function plays(...sinks: string[]): Promise<void> {
    // However long the code that chooses takes to load; what it does by itself then is done.
    await vi.dynamicImportSettled();
    await vi.waitFor(() => expect([player.sinks, context.sinks]).toEqual([sinks, sinks]));
  }

  it("that is unplugged gives way to the system's own, and is used again when it is back", async () => {
    open().tune({ speakerId: "headset" });
    await plays("headset");
    plug("loud");
    await plays("headset", "");
    plug("loud", "headset");
    await plays("headset", "", "headset");
  });

  it("gives way, and is used again, also where the browser does not tell that outputs have changed", async () => {
    vi.useFakeTimers();
    open().tune({ speakerId: "headset" });
    await plays("headset");
    const later = () => vi.advanceTimersByTimeAsync(3_000);
    outputs = ["loud"];
    await later();
    await later();
    await plays("headset", "");
    outputs = ["loud", "headset"];
    await later();
    await later();
    await plays("headset", "", "headset");
    // Nothing is looked at once the call is over.
    context.state = "closed";
    await later();
    expect(vi.getTimerCount()).toBe(0);
  });

  // github.com/livekit/client-sdk-js/pull/1508, github.com/aws/amazon-chime-sdk-js/issues/907
  it.each([
    ["throws", () => fail()],
    ["gives no promise", () => undefined],
    ["is none", null],
  ])("is used where it can be, where choosing for one of both %s", async (_, setSinkId) => {
    const own = context.setSinkId;
    Object.assign(context, { setSinkId });
    const failed = vi.fn();
    process.on("unhandledRejection", failed);
    open().tune({ speakerId: "headset" });
    await vi.dynamicImportSettled();
    await vi.waitFor(() => expect(player.sinks).toEqual(["headset"]));
    Object.assign(devices, { enumerateDevices: () => fail() });
    plug("loud");
    await new Promise((resolve) => setTimeout(resolve));
    process.off("unhandledRejection", failed);
    Object.assign(context, { setSinkId: own, state: "closed" });
    expect(failed).not.toHaveBeenCalled();
  });

  it("that is not there yet is used once it is", async () => {
    outputs = ["loud"];
    open().tune({ speakerId: "headset" });
    plug("loud");
    await plays();
    plug("loud", "headset");
    await plays("headset");
  });

  it("is followed no more once another one was chosen, or the call is over", async () => {
    const device = open();
    device.tune({ speakerId: "headset" });
    await plays("headset");
    device.tune({ speakerId: "" });
    await plays("headset", "");
    plug("loud");
    plug("loud", "headset");
    device.tune({ speakerId: "loud" });
    await plays("headset", "", "loud");
    context.state = "closed";
    plug("headset");
    await plays("headset", "", "loud");
  });
});
