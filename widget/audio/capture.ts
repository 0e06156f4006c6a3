import type { AudioGraph } from "./audio-graph.ts";
import { encodeBase64 } from "./pcm.ts";
import { CAPTURE, type CapturedFrame, type ProcessorRate } from "./worklet-messages.ts";

/** Records an open microphone in frames of 20 ms. */
export interface Capture {
  /** Root mean square of the last frame, 0 to 1. */
  level(): number;
  close(): void;
}

/**
 * Starts to record; the caller closes the stream.
 * @param rate of the frames, hertz; they are base64 PCM.
 */
export async function openCapture(
  device: AudioGraph,
  stream: MediaStream,
  rate: number,
  onFrame: (pcm: string) => void,
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
  node.port.onmessage = (message: MessageEvent<CapturedFrame>) => {
    level = message.data.level;
    onFrame(encodeBase64(new Uint8Array(message.data.pcm)));
  };
  const source = context.createMediaStreamSource(stream);
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
