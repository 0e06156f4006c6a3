/** Facts about a conversation's connection, as name and value for the owner. */
export type ConnectionFacts = [name: string, value: string][];

const heard = new WeakMap<WebSocket, { messages: number; bytes: number }>();

export async function connectionFacts(connection: WebSocket | RTCPeerConnection | null): Promise<ConnectionFacts> {
  if (!connection) return [["Connection", "none"]];
  return "getStats" in connection ? peerFacts(connection) : socketFacts(connection);
}

/** Kinds that are named; the others are only counted. */
const NAMED = 5;

/** Messages of the vendor that this version does not understand; nothing where there was none. */
export function unknownFacts(unknown: readonly [kind: string, times: number][]): ConnectionFacts {
  if (unknown.length === 0) return [];
  const total = unknown.reduce((sum, [, times]) => sum + times, 0);
  const named = unknown.slice(0, NAMED).map(([kind, times]) => `${kind} (${times})`);
  return [["Messages not understood", `${total}: ${named.join(", ")}${unknown.length > NAMED ? ", …" : ""}`]];
}

function socketFacts(socket: WebSocket): ConnectionFacts {
  let count = heard.get(socket);
  if (!count) {
    const fresh = { messages: 0, bytes: 0 };
    count = fresh;
    heard.set(socket, fresh);
    socket.addEventListener("message", ({ data }) => {
      fresh.messages++;
      fresh.bytes += typeof data === "string" ? data.length : (data.byteLength ?? data.size ?? 0);
    });
  }
  const state = ["connecting", "open", "closing", "closed"][socket.readyState] ?? "";
  return [
    ["Connection", `WebSocket to ${new URL(socket.url).host}, ${state}`],
    ["Received since the first look", `${count.messages} messages, ${kilobytes(count.bytes)}`],
    ["Waiting to be sent", kilobytes(socket.bufferedAmount)],
  ];
}

/** The fields of `getStats()` that are read; each may be missing. */
interface Stat {
  type: string;
  kind?: string;
  nominated?: boolean;
  state?: string;
  currentRoundTripTime?: number;
  localCandidateId?: string;
  candidateType?: string;
  protocol?: string;
  packetsLost?: number;
  packetsReceived?: number;
  jitter?: number;
  jitterBufferDelay?: number;
  jitterBufferEmittedCount?: number;
  bytesReceived?: number;
  bytesSent?: number;
}

async function peerFacts(peer: RTCPeerConnection): Promise<ConnectionFacts> {
  const stats = new Map<string, Stat>(await peer.getStats());
  const findStat = (wanted: (stat: Stat) => unknown) => [...stats.values()].find(wanted);
  const pair = findStat(
    ({ type, state, nominated }) => type === "candidate-pair" && state === "succeeded" && nominated,
  );
  const local = stats.get(pair?.localCandidateId ?? "");
  const sound = findStat(({ type, kind }) => type === "inbound-rtp" && kind === "audio");
  const facts: ConnectionFacts = [["Connection", `WebRTC, ${peer.connectionState}`]];
  if (local) facts.push(["Way", `${local.candidateType ?? "?"} over ${local.protocol ?? "?"}`]);
  if (pair?.currentRoundTripTime !== undefined) facts.push(["Round trip", milliseconds(pair.currentRoundTripTime)]);
  if (sound?.jitter !== undefined) facts.push(["Jitter", milliseconds(sound.jitter)]);
  if (sound?.jitterBufferDelay && sound.jitterBufferEmittedCount)
    facts.push(["Buffer", milliseconds(sound.jitterBufferDelay / sound.jitterBufferEmittedCount)]);
  if (sound?.packetsReceived !== undefined)
    facts.push(["Packets lost", `${sound.packetsLost ?? 0} of ${sound.packetsReceived + (sound.packetsLost ?? 0)}`]);
  if (pair) facts.push(["Moved", `${kilobytes(pair.bytesReceived ?? 0)} in, ${kilobytes(pair.bytesSent ?? 0)} out`]);
  return facts;
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 102.4) / 10} KB`;
const milliseconds = (seconds: number) => `${Math.round(seconds * 1_000)} ms`;
