import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AudioGraph } from "../../widget/audio/audio-graph.ts";
import { Capture } from "../../widget/audio/capture.ts";
import type { Verdict } from "../../widget/audio/guard/guard-messages.ts";
import { CAPTURE } from "../../widget/audio/worklet-messages.ts";

/** The guard of a microphone ends after the connection that it was opened for. */

const FRAME = new Uint8Array(960).buffer;

class FakeNode {
  readonly outputs = new Set<unknown>();
  readonly gain = { setTargetAtTime: vi.fn() };
  /** As where an equalizer of the browser's, or a library, has wrapped it: it gives nothing back. */
  connect(to: FakeNode) {
    this.outputs.add(to);
  }
  disconnect(from?: FakeNode) {
    if (!from) this.outputs.clear();
    else if (!this.outputs.delete(from)) throw new DOMException("not connected", "InvalidAccessError");
  }
}

class FakeWorkletNode extends FakeNode {
  static readonly made: FakeWorkletNode[] = [];
  readonly port: { onmessage?: (event: { data: unknown }) => void; postMessage(): void } = { postMessage: () => {} };
  readonly name: string;
  constructor(_context: unknown, name: string) {
    super();
    this.name = name;
    FakeWorkletNode.made.push(this);
  }
}

beforeEach(() => {
  vi.stubGlobal("AudioWorkletNode", FakeWorkletNode);
  vi.stubGlobal("__GUARD_WORKLET__", "guard.js");
});
afterEach(() => {
  vi.unstubAllGlobals();
  FakeWorkletNode.made.length = 0;
});

/** A microphone that hears through a guard, which takes the agent for interrupted. */
async function interrupted() {
  const source = new FakeNode();
  const duck = new FakeNode();
  const context = {
    currentTime: 0,
    destination: new FakeNode(),
    createGain: () => duck,
    createMediaStreamSource: () => source,
    audioWorklet: { addModule: async () => {} },
  };
  const graph = { context, output: new FakeNode(), ready: Promise.resolve() } as unknown as AudioGraph;
  const capture = new Capture(graph, {} as MediaStream);
  await capture.ready;
  const [microphone] = FakeWorkletNode.made;
  expect(microphone?.name).toBe(CAPTURE);
  const hears = () => microphone?.port.onmessage?.({ data: { level: 0, pcm: FRAME } });
  const end = capture.send(24_000, () => {}, { level: 0 }, "patient");
  hears();
  const guard = await vi.waitFor(() => FakeWorkletNode.made[1] ?? Promise.reject(new Error("no guard yet")));
  const loudness = () => duck.gain.setTargetAtTime.mock.lastCall?.[0];
  const judges = (data: Verdict) => guard.port.onmessage?.({ data });
  for (let at = 0; at < 50; at++) {
    judges("hold");
    hears();
  }
  judges("keep");
  expect(loudness()).toBe(0.25);
  expect(source.outputs).toContain(guard);

  return { source, microphone, capture, end, judges, loudness };
}

it("hears the microphone no more once that one's frames go elsewhere, and leaves the agent as loud as it was", async () => {
  const { source, microphone, end, judges, loudness } = await interrupted();
  end();
  expect(source.outputs).toEqual(new Set([microphone]));
  expect(loudness()).toBe(1);
  judges("keep");
  expect(loudness()).toBe(1);
});

it("ends also where the microphone was closed first", async () => {
  const { source, capture, end, loudness } = await interrupted();
  capture.close();
  expect(end).not.toThrow();
  expect(source.outputs.size).toBe(0);
  expect(loudness()).toBe(1);
});
