import type { Interruptions } from "../../shared/speech-defaults.ts";
import type { AudioGraph, SendFrame } from "./audio-graph.ts";
import { encodeBase64 } from "./pcm.ts";
import { CAPTURE, type CapturedFrame, type ProcessorRate } from "./worklet-messages.ts";

/** Records an open microphone in frames of 20 ms. */
export interface Capture {
  /** Root mean square of the last frame, 0 to 1. */
  level(): number;
  close(): void;
}

/** Frames that wait for the guard: two seconds. Then the visitor is heard without it until it is there. */
const LONGEST_WAIT = 100;

/**
 * Starts to record; the caller closes the stream.
 * @param rate of the frames, hertz; they are base64 PCM.
 * @param interruptions what of it is sent while the agent is heard; all of it where it is left out
 */
export async function openCapture(
  device: AudioGraph,
  stream: MediaStream,
  rate: number,
  onFrame: SendFrame,
  interruptions?: Interruptions,
): Promise<Capture> {
  await device.ready;
  const { context } = device;
  let level = 0;
  const processorOptions: ProcessorRate = { rate };
  const node = new AudioWorkletNode(context, CAPTURE, {
    channelCount: 1,
    channelCountMode: "explicit",
    processorOptions,
  });
  const source = context.createMediaStreamSource(stream);
  let send: SendFrame = onFrame;
  let first: string[] | undefined;
  let silent = 0;
  node.port.onmessage = (message: MessageEvent<CapturedFrame>) => {
    level = message.data.level;
    // What hears anything waits for the guard, since the agent may speak already. Silence lets the call begin first. An agent
    // that any speech interrupts has none: until it knows the room, it would hold back the visitor's first words.
    if (interruptions && !first && (level || ++silent > 45)) {
      const frames: string[] = [];
      first = frames;
      const open = (guard: SendFrame) => {
        send = guard;
        for (const pcm of frames.splice(0)) guard(pcm);
      };
      send = (pcm) => {
        if (frames.push(pcm) > LONGEST_WAIT) open(onFrame);
      };
      device.loadGuard().then(
        ({ guarded }) => open(guarded(onFrame, device, source, interruptions)),
        () => open(onFrame),
      );
    }
    send(encodeBase64(new Uint8Array(message.data.pcm)));
  };
  // The node outputs silence; it must be connected, since some browsers run only nodes that lead to the destination.
  source.connect(node).connect(context.destination);
  return {
    level: () => level,
    close: () => {
      node.port.onmessage = null;
      source.disconnect();
      node.disconnect();
    },
  };
}
