import type { Interruptions } from "../../../shared/speech-defaults.ts";
import type { AudioGraph, MediaGraph, SendFrame } from "../audio-graph.ts";
import type { LateLine } from "../late-line.ts";
import { GUARD, type GuardOptions, type Verdict } from "./guard-messages.ts";
import { HeldSound } from "./held-sound.ts";
import { LONGEST_ECHO, wordsOnLine } from "./words-on-line.ts";

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
  graph.output.connect(duck);
  duck.connect(graph.context.destination);
  ducks.set(graph, duck);
  return duck;
}

/** Whether the agent is to be softer. */
const softens = (verdict: Verdict) => verdict === "keep" || verdict === "speech";

/**
 * Judges what the microphone hears, once its worklet is loaded; where it cannot be, or is not within two seconds, all passes.
 * @param played what the speaker plays
 * @param onVerdict called first as it begins
 * @param signal ends it: no verdict comes any more
 */
async function judge(
  { context }: AudioGraph,
  microphone: AudioNode,
  played: () => AudioNode,
  mode: Interruptions,
  onVerdict: (verdict: Verdict) => void,
  signal: AbortSignal,
): Promise<void> {
  const tell = (verdict: Verdict) => signal.aborted || onVerdict(verdict);
  const goOn = () => tell("pass");
  const timer = setTimeout(goOn, LOADING_MS);
  try {
    await context.audioWorklet.addModule(new URL(__GUARD_WORKLET__, import.meta.url));
    if (signal.aborted) return;
    const processorOptions: GuardOptions = { mode };
    const node = new AudioWorkletNode(context, GUARD, {
      numberOfInputs: 2,
      channelCount: 1,
      channelCountMode: "explicit",
      processorOptions,
    });
    clearTimeout(timer);
    node.port.onmessage = ({ data }: MessageEvent<Verdict>) => tell(data);
    microphone.connect(node, 0, 0);
    played().connect(node, 0, 1);
    node.connect(context.destination);
    tell("wait");
    signal.addEventListener("abort", () => {
      try {
        microphone.disconnect(node);
      } catch {
        // The microphone was closed first.
      }
    });
  } catch {
    goOn();
  }
}

/**
 * Sends what the visitor says, and silence in place of what the page's own speaker plays. Until its worklet is loaded, all is
 * kept; where it cannot be, all is sent as it comes.
 * @param send called with several frames at once where they were kept
 * @param source the microphone; once it is disconnected, the guard ends by itself
 * @param signal ends it too, and the agent is as loud as the visitor wants
 */
export function guarded(
  send: SendFrame,
  graph: AudioGraph,
  source: AudioNode,
  mode: Interruptions = "normal",
  signal: AbortSignal,
): SendFrame {
  const held = new HeldSound(mode, send);
  let verdict: Verdict = "wait";
  const follow = (now: Verdict) => {
    verdict = now;
    const softer = mode !== "off" && softens(now);
    duckOf(graph).gain.setTargetAtTime(softer ? DUCKED : 1, graph.context.currentTime, softer ? SOFTER : BACK);
  };
  judge(graph, source, () => duckOf(graph), mode, follow, signal);
  signal.addEventListener("abort", () => follow("pass"));
  return (pcm) => held.push(pcm, verdict);
}

/**
 * The same for a line that takes sound only as fast as it is spoken, and an agent whose sound comes as media. Also for agents
 * that are patient or hear nobody: there the vendor decides what of the visitor's words stops them.
 * @param line held since `began`, on its clock; its microphone's end ends the guard
 * @param signal ends it too, and the agent is as loud as the visitor wants
 */
export function guardLine(
  line: LateLine,
  graph: MediaGraph,
  agent: AudioNode,
  began: number,
  signal: AbortSignal,
): void {
  let words: ReturnType<typeof wordsOnLine> | undefined;
  let newest: Verdict = "wait";
  const duck = (softer: boolean) => {
    graph.player.volume = graph.output.gain.value * (softer ? DUCKED : 1);
  };
  signal.addEventListener("abort", () => duck(false));
  judge(
    graph,
    line.source,
    () => agent,
    "normal",
    (verdict) => {
      newest = verdict;
      duck(softens(verdict));
      if (words) return words(verdict);
      const told = wordsOnLine(line, began);
      words = told;
      told(verdict);
      setTimeout(() => signal.aborted || told(newest), LONGEST_ECHO * 1_000);
    },
    signal,
  );
}
