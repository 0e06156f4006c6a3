import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Signal } from "../../shared/live.ts";
import { PersonCall } from "../../widget/session/person/person-call.ts";

/** A stand-in of RTCPeerConnection that follows the states of JSEP as far as one side sees them. */
class StandInPeer {
  signalingState = "stable";
  connectionState = "new";
  localDescription: { type: string; sdp: string } | null = null;
  remoteDescription: { type: string } | null = null;
  readonly did: string[] = [];
  onicecandidate: ((event: { candidate: { toJSON(): object } | null }) => void) | null = null;
  onnegotiationneeded: (() => void) | null = null;
  ontrack: ((event: object) => void) | null = null;
  onconnectionstatechange: (() => void) | null = null;

  addTrack(): void {
    queueMicrotask(() => this.onnegotiationneeded?.());
  }

  async setLocalDescription(): Promise<void> {
    const type = this.signalingState === "have-remote-offer" ? "answer" : "offer";
    this.signalingState = type === "offer" ? "have-local-offer" : "stable";
    this.localDescription = { type, sdp: `v=0 ${type}` };
  }

  async setRemoteDescription({ type }: { type: string }): Promise<void> {
    if (type === "offer" && this.signalingState === "have-local-offer") this.did.push("rollback");
    this.signalingState = type === "offer" ? "have-remote-offer" : "stable";
    this.remoteDescription = { type };
    this.did.push(`remote ${type}`);
  }

  async addIceCandidate(candidate: { candidate?: string }): Promise<void> {
    this.did.push(`candidate ${candidate.candidate}`);
  }

  restartIce(): void {
    this.did.push("restart");
  }

  close(): void {
    this.did.push("close");
  }

  become(state: string): void {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
}

const open = new Set<string>();
let peers: StandInPeer[];
let sent: Omit<Signal, "type">[];
let microphone: () => Promise<void>;
let call: PersonCall;

beforeEach(() => {
  vi.useFakeTimers();
  peers = [];
  sent = [];
  microphone = async () => {};
  call = new PersonCall(
    {
      send: (signal) => void sent.push(signal),
      openMicrophone: async () => {
        await microphone();
        open.add("microphone");
        const stream = { getTracks: () => [{}] } as unknown as MediaStream;
        return { stream, mute: () => {}, close: () => void open.delete("microphone") };
      },
      iceServers: () => [{ urls: "turn:turn.example" }],
      volume: () => 1,
      changed: () => {},
    },
    {
      createPeer: (configuration) => {
        expect(configuration.iceServers).toEqual([{ urls: "turn:turn.example" }]);
        const peer = new StandInPeer();
        peers.push(peer);
        return peer as unknown as RTCPeerConnection;
      },
      play: () => {
        open.add("player");
        return { close: () => void open.delete("player") };
      },
    },
  );
});

afterEach(() => {
  call.close(null);
  expect([...open]).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const kinds = () => sent.map(({ kind, description }) => description?.type ?? kind);
const settled = () => vi.advanceTimersByTimeAsync(0);
const peer = () => {
  const [only, ...more] = peers;
  expect(more).toEqual([]);
  if (!only) throw new Error("no peer");
  return only;
};

describe("sound that the person asks for", () => {
  beforeEach(() => call.receive({ type: "signal", kind: "ask" }));

  it("needs the visitor's yes: before it there is no WebRTC and no microphone", async () => {
    call.receive({ type: "signal", kind: "description", description: { type: "offer", sdp: "v=0" } });
    await settled();
    expect([call.status, peers, [...open]]).toEqual(["asked", [], []]);
    await call.accept();
    await settled();
    expect(kinds()).toEqual(["accept", "offer"]);
    expect([...open]).toEqual(["microphone"]);
  });

  it("may be declined", () => {
    call.decline();
    expect(kinds()).toEqual(["decline"]);
    expect(call.status).toBe("none");
  });

  it("is declined where the browser gives no microphone", async () => {
    microphone = () => Promise.reject(new Error("no"));
    await call.accept();
    expect(kinds()).toEqual(["decline"]);
    expect([call.status, call.end]).toEqual(["none", "no_microphone"]);
  });

  it("yields to the person's offer when both have made one, by a connection of its own", async () => {
    await call.accept();
    await settled();
    call.receive({ type: "signal", kind: "description", description: { type: "offer", sdp: "v=0" } });
    call.receive({ type: "signal", kind: "candidate", candidate: { candidate: "c1" } });
    await settled();
    expect(peers.map(({ did }) => did)).toEqual([["close"], ["remote offer", "candidate c1"]]);
    expect(kinds()).toEqual(["accept", "offer", "answer"]);
  });

  it("takes its offer back where both have made one in a call that was connected", async () => {
    await call.accept();
    await settled();
    call.receive({ type: "signal", kind: "description", description: { type: "answer", sdp: "v=0" } });
    peer().become("connected");
    await settled();
    peer().onnegotiationneeded?.();
    call.receive({ type: "signal", kind: "description", description: { type: "offer", sdp: "v=0" } });
    await settled();
    expect(peer().did).toEqual(["remote answer", "rollback", "remote offer"]);
    expect(kinds()).toEqual(["accept", "offer", "offer", "answer"]);
  });

  it("is muted, and ended, by either side", async () => {
    await call.accept();
    peer().become("connected");
    expect(call.status).toBe("talking");
    call.mute(true);
    call.receive({ type: "signal", kind: "mute", on: true });
    expect([call.muted, call.silenced, sent.at(-1)]).toEqual([true, true, { kind: "mute", on: true }]);
    peer().ontrack?.({ streams: [{}] });
    expect(open.has("player")).toBe(true);
    call.receive({ type: "signal", kind: "end" });
    expect([call.status, call.end, call.muted]).toEqual(["none", "over", false]);
  });

  it("that does not connect in ten seconds is given up, and the person is told", async () => {
    await call.accept();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(call.status).toBe("connecting");
    await vi.advanceTimersByTimeAsync(1);
    expect([call.status, call.end, kinds().at(-1)]).toEqual(["none", "no_sound", "end"]);
  });

  it("comes back by another way when the network changes, or is given up", async () => {
    await call.accept();
    peer().become("connected");
    await vi.advanceTimersByTimeAsync(60_000);
    peer().become("disconnected");
    peer().become("failed");
    expect(peer().did).toEqual(["restart", "restart"]);
    peer().become("connected");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(call.status).toBe("talking");
    peer().become("failed");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(call.end).toBe("no_sound");
  });
});

describe("the page's connection", () => {
  it("ends a question of either side when it is lost, and has the person told when it is there again", async () => {
    await call.ask();
    call.connection(false);
    expect([call.status, call.end]).toEqual(["none", null]);
    call.receive({ type: "signal", kind: "ask" });
    call.connection(true);
    expect([call.status, kinds()]).toEqual(["none", ["ask", "end"]]);
  });

  it("is not needed by sound that runs", async () => {
    call.receive({ type: "signal", kind: "ask" });
    await call.accept();
    for (const there of [false, true]) call.connection(there);
    await settled();
    expect([call.status, kinds()]).toEqual(["connecting", ["accept", "offer"]]);
  });
});

describe("sound that the visitor asks for", () => {
  it("needs the person's yes", async () => {
    await call.ask();
    expect([call.status, kinds(), peers]).toEqual(["calling", ["ask"], []]);
    call.receive({ type: "signal", kind: "accept" });
    await settled();
    expect([call.status, kinds()]).toEqual(["connecting", ["ask", "offer"]]);
  });

  it("may be declined: the microphone is closed", async () => {
    await call.ask();
    call.receive({ type: "signal", kind: "decline" });
    expect([call.status, call.end, [...open]]).toEqual(["none", "declined", []]);
  });

  it("is not asked for without a microphone", async () => {
    microphone = () => Promise.reject(new Error("no"));
    await call.ask();
    expect([call.end, sent]).toEqual(["no_microphone", []]);
  });

  it("is asked for also where the person ends a question of before, while the browser asks the visitor", async () => {
    let allow = () => {};
    microphone = () => new Promise((resolve) => (allow = resolve));
    const asking = call.ask();
    call.receive({ type: "signal", kind: "end" });
    allow();
    await asking;
    expect([call.status, kinds()]).toEqual(["calling", ["ask"]]);
    call.receive({ type: "signal", kind: "end" });
    expect([call.status, call.end]).toEqual(["none", "over"]);
    // The person's yes was on its way.
    call.receive({ type: "signal", kind: "accept" });
    expect([call.status, kinds()]).toEqual(["none", ["ask", "end"]]);
  });

  it("is agreed where the person has asked in the same moment", async () => {
    await call.ask();
    call.receive({ type: "signal", kind: "ask" });
    call.receive({ type: "signal", kind: "accept" });
    await settled();
    expect(kinds()).toEqual(["ask", "accept", "offer"]);
    peer();
  });

  it("is taken back: a microphone that comes later is closed", async () => {
    let give = () => {};
    microphone = () =>
      new Promise((resolve) => {
        give = resolve;
      });
    const asking = call.ask();
    call.hangUp();
    give();
    await asking;
    expect([call.status, kinds(), [...open]]).toEqual(["none", ["end"], []]);
  });
});
