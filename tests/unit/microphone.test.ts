import { afterEach, describe, expect, it, vi } from "vitest";
import { openMicrophone } from "../../widget/audio/microphone.ts";
import { SessionError } from "../../widget/errors.ts";

class FakeTrack {
  readonly #deviceId: string;
  constructor(deviceId = "") {
    this.#deviceId = deviceId;
  }
  enabled = true;
  readyState = "live";
  muted = false;
  onended: (() => void) | null = null;
  onmute: (() => void) | null = null;
  onunmute: (() => void) | null = null;
  getSettings() {
    return { deviceId: this.#deviceId };
  }
  stop() {
    this.readyState = "ended";
  }
}

/** A browser whose answers are these, in order: a stream's track, or the error's name. */
function browser(answers: (FakeTrack | string)[], more: { secure?: boolean; policy?: boolean } = {}) {
  const asked: unknown[] = [];
  const getUserMedia = async (constraints: unknown) => {
    asked.push(constraints);
    const answer = answers.shift() as FakeTrack | string;
    if (typeof answer === "string") throw Object.assign(new Error("no"), { name: answer });
    return {
      getAudioTracks: () => [answer],
      get active() {
        return answer.readyState === "live";
      },
    };
  };
  vi.stubGlobal("navigator", more.secure === false ? {} : { mediaDevices: { getUserMedia } });
  vi.stubGlobal("isSecureContext", more.secure ?? true);
  const policy = more.policy === undefined ? undefined : { allowsFeature: () => more.policy };
  vi.stubGlobal("document", { permissionsPolicy: policy });
  return asked;
}
const watcher = () => ({ lost: vi.fn(), interrupted: vi.fn() });
const live = () => new AbortController().signal;

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("openMicrophone", () => {
  it("asks for a microphone that hears a person", async () => {
    const asked = browser([new FakeTrack()]);
    await openMicrophone(live(), watcher());
    expect(asked).toEqual([
      { audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 } },
    ]);
  });

  const table: [string, string[], Parameters<typeof browser>[1], string][] = [
    ["a refusal", ["NotAllowedError"], {}, "microphone_denied"],
    ["a refusal where frames may ask", ["NotAllowedError"], { policy: true }, "microphone_denied"],
    ["a frame that may not ask", ["NotAllowedError"], { policy: false }, "microphone_blocked_by_frame"],
    ["no device", ["NotFoundError", "NotFoundError"], {}, "microphone_missing"],
    ["a busy device", ["NotReadableError", "NotReadableError"], {}, "microphone_in_use"],
    ["a device that failed", ["AbortError", "AbortError"], {}, "microphone_in_use"],
    ["an insecure page", [], { secure: false }, "microphone_insecure"],
    [
      "constraints that no device fulfils, twice",
      ["OverconstrainedError", "OverconstrainedError"],
      {},
      "microphone_missing",
    ],
  ];
  for (const [name, answers, more, code] of table)
    it(`tells ${name}`, async () => {
      browser(answers, more);
      const error = await openMicrophone(live(), watcher()).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(SessionError);
      expect((error as SessionError).fault.code).toBe(code);
    });

  it("tells a refusal that an adapter for browsers gives as a plain object", async () => {
    browser([]);
    const getUserMedia = () => Promise.reject({ name: "NotAllowedError", message: "Permission denied" });
    vi.stubGlobal("navigator", { mediaDevices: { getUserMedia } });
    const error = await openMicrophone(live(), watcher()).catch((thrown: SessionError) => thrown);
    expect((error as SessionError).fault).toMatchObject({
      code: "microphone_denied",
      detail: "NotAllowedError: Permission denied",
    });
  });

  it("asks without constraints where no device fulfils them", async () => {
    const asked = browser(["OverconstrainedError", new FakeTrack()]);
    await openMicrophone(live(), watcher());
    expect(asked[1]).toEqual({ audio: true });
  });

  it.each(["NotFoundError", "NotReadableError", "AbortError"])(
    "asks once more after a %s, as right after a device has gone",
    async (name) => {
      const asked = browser([name, new FakeTrack()]);
      const microphone = await openMicrophone(live(), watcher(), "desk");
      microphone.close();
      expect(asked[1]).toEqual(asked[0]);
      expect(asked).toHaveLength(2);
    },
  );

  it("does not ask again once nobody waits for it any more, nor after a refusal", async () => {
    const abort = new AbortController();
    const asked = browser(["NotFoundError", new FakeTrack()]);
    const opening = openMicrophone(abort.signal, watcher()).catch((thrown: SessionError) => thrown.fault.code);
    abort.abort();
    expect(await opening).toBe("microphone_missing");
    browser(["NotAllowedError", new FakeTrack()]);
    await expect(openMicrophone(live(), watcher())).rejects.toThrow(SessionError);
    expect(asked).toHaveLength(1);
  });

  // github.com/webrtcHacks/adapter/issues/699
  it("asks once more where what it gets has ended, and tells if it is so again", async () => {
    const ended = () => Object.assign(new FakeTrack(), { readyState: "ended" });
    const track = new FakeTrack();
    const asked = browser([ended(), track, ended(), ended()]);
    expect((await openMicrophone(live(), watcher())).stream.getAudioTracks()).toEqual([track]);
    expect(asked).toHaveLength(2);
    await expect(openMicrophone(live(), watcher())).rejects.toMatchObject({ fault: { code: "microphone_in_use" } });
  });

  it("asks once for what has not ended, though a substitute of the page's does not say so", async () => {
    const track = new FakeTrack();
    const getUserMedia = vi.fn(async () => ({ getAudioTracks: () => [track] }));
    vi.stubGlobal("navigator", { mediaDevices: { getUserMedia } });
    expect((await openMicrophone(live(), watcher())).stream.getAudioTracks()).toEqual([track]);
    expect(getUserMedia).toHaveBeenCalledTimes(1);
  });

  it("tells of one that the system mutes as it comes", async () => {
    browser([Object.assign(new FakeTrack(), { muted: true })]);
    const watch = watcher();
    await openMicrophone(live(), watch);
    expect(watch.interrupted.mock.calls).toEqual([[true]]);
  });

  it("closes what is granted too late", async () => {
    const track = new FakeTrack();
    browser([track]);
    const abort = new AbortController();
    const opening = openMicrophone(abort.signal, watcher());
    abort.abort();
    await opening;
    expect(track.readyState).toBe("ended");
    expect(track.onended).toBeNull();
  });

  it("mutes by silence and watches the device", async () => {
    const track = new FakeTrack();
    browser([track]);
    const watch = watcher();
    const microphone = await openMicrophone(live(), watch);
    microphone.mute(true);
    expect([track.enabled, track.readyState]).toEqual([false, "live"]);
    track.onmute?.();
    track.onunmute?.();
    expect(watch.interrupted.mock.calls).toEqual([[false], [true], [false]]);
    track.onended?.();
    await vi.waitFor(() => expect(watch.lost.mock.calls).toEqual([["microphone_missing"]]));
    expect(track.onended).toBeNull();
  });

  it.each([
    ["granted", "denied", "microphone_denied"],
    // Reset on the page's icon; and where a browser says so all the time.
    ["granted", "prompt", "microphone_denied"],
    ["prompt", "prompt", "microphone_missing"],
    ["granted", "granted", "microphone_missing"],
  ])("tells a permission that is taken back from a device that is gone (%s, then %s)", async (before, after, fault) => {
    const track = new FakeTrack();
    browser([track]);
    const states = [before, after];
    Object.assign(navigator, { permissions: { query: async () => ({ state: states.shift() }) } });
    const watch = watcher();
    await openMicrophone(live(), watch);
    track.onended?.();
    await vi.waitFor(() => expect(watch.lost.mock.calls).toEqual([[fault]]));
  });
});

describe("a chosen microphone that is away", () => {
  let listed: string[];
  const later = (_?: unknown) => vi.advanceTimersByTimeAsync(3_000);
  const fail = () => {
    throw new TypeError("Illegal invocation");
  };
  /** Opens `given` where `headset` was wanted, beside what is listed. */
  async function open(given: string, ...ids: string[]) {
    listed = ids;
    browser([new FakeTrack(given)]);
    const enumerateDevices = async () => listed.map((deviceId) => ({ kind: "audioinput", deviceId }));
    Object.assign(navigator.mediaDevices, { enumerateDevices });
    vi.useFakeTimers();
    const watch = { ...watcher(), back: vi.fn() };
    const microphone = await openMicrophone(live(), watch, "headset");
    await vi.dynamicImportSettled();
    return { microphone, back: watch.back };
  }
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is told of once, as it is back", async () => {
    // Right after it was pulled out, a browser may still list it.
    const { back } = await open("desk", "desk", "headset");
    await later();
    listed = ["desk"];
    await later();
    expect(back).not.toHaveBeenCalled();
    listed = ["desk", "headset"];
    await later();
    await later();
    expect(back).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is not told of where it is there and another one was given", async () => {
    const { back, microphone } = await open("desk", "desk", "headset");
    await later();
    await later();
    expect(back).not.toHaveBeenCalled();
    microphone.close();
    await later();
    expect(vi.getTimerCount(), "nothing is looked at once the call is over").toBe(0);
  });

  it("is looked for though the browser, or what a page has in its place, cannot list any", async () => {
    const { back } = await open("desk", "desk");
    const failed = vi.fn();
    process.on("unhandledRejection", failed);
    for (const enumerateDevices of [() => undefined, () => fail(), null])
      await later(Object.assign(navigator.mediaDevices, { enumerateDevices }));
    Object.assign(navigator.mediaDevices, { enumerateDevices: async () => [{ deviceId: "headset" }] });
    await later();
    process.off("unhandledRejection", failed);
    expect(failed).not.toHaveBeenCalled();
    expect(back).toHaveBeenCalledTimes(1);
  });

  it("is not looked for where it is the one in use", async () => {
    await open("headset", "desk", "headset");
    expect(vi.getTimerCount()).toBe(0);
  });
});
