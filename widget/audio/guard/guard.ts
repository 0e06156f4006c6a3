import type { Interruptions } from "../../../shared/speech-defaults.ts";
import type { AudioGraph, SendFrame } from "../audio-graph.ts";
import { GUARD, type GuardOptions, type Verdict } from "./guard-messages.ts";
import { HeldSound } from "./held-sound.ts";

/** While somebody may be interrupting it, the agent is as much softer: 12 dB. */
const DUCKED = 0.25;
/** Time constants of getting softer and of coming back, seconds: one is heard at once, the other within 200 ms. */
const SOFTER = 0.01;
const BACK = 0.05;

/** How long the visitor's words wait for the worklet, milliseconds. */
const LOADING_MS = 2_000;

/** One for each device, since a second microphone may open before the first is closed. */
const ducks = new WeakMap<AudioGraph, GainNode>();

function duckOf(graph: AudioGraph): GainNode {
  const known = ducks.get(graph);
  if (known) return known;
  const duck = graph.context.createGain();
  graph.output.disconnect();
  graph.output.connect(duck).connect(graph.context.destination);
  ducks.set(graph, duck);
  return duck;
}

/**
 * Sends what the visitor says, and silence in place of what the page's own speaker plays. Until its worklet is loaded, all is
 * kept; where it cannot be, all is sent as it comes.
 * @param send called with several frames at once where they were kept
 * @param source the microphone; once it is disconnected, the guard ends by itself
 */
export function guarded(
  send: SendFrame,
  graph: AudioGraph,
  source: AudioNode,
  mode: Interruptions = "normal",
): SendFrame {
  const { context } = graph;
  const held = new HeldSound(mode, send);
  let verdict: Verdict = "wait";
  const goOn = () => {
    verdict = "pass";
  };
  const timer = setTimeout(goOn, LOADING_MS);
  const open = () => {
    clearTimeout(timer);
    const duck = duckOf(graph);
    const processorOptions: GuardOptions = { mode };
    const node = new AudioWorkletNode(context, GUARD, {
      numberOfInputs: 2,
      channelCount: 1,
      channelCountMode: "explicit",
      processorOptions,
    });
    node.port.onmessage = (message: MessageEvent<Verdict>) => {
      verdict = message.data;
      const softer = mode !== "off" && (verdict === "keep" || verdict === "speech");
      duck.gain.setTargetAtTime(softer ? DUCKED : 1, context.currentTime, softer ? SOFTER : BACK);
    };
    source.connect(node, 0, 0);
    duck.connect(node, 0, 1);
    node.connect(context.destination);
  };
  context.audioWorklet.addModule(new URL(__GUARD_WORKLET__, import.meta.url)).then(open, goOn);
  return (pcm) => held.push(pcm, verdict);
}
