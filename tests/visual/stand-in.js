/** A connection over WebRTC, as far as the debug view asks it. */
const LINE = {
  connectionState: "connected",
  getStats: async () =>
    new Map(
      [
        { id: "P", type: "candidate-pair", state: "succeeded", nominated: true, localCandidateId: "L" },
        { id: "L", type: "local-candidate", candidateType: "srflx", protocol: "udp" },
        { id: "A", type: "inbound-rtp", kind: "audio", jitter: 0.004, packetsLost: 2, packetsReceived: 1_804 },
      ].map((stat) => [stat.id, stat]),
    ),
};

/**
 * Stands in for the session of a conversation: one that does nothing itself. The newest one is `window.stage`, and shows the
 * state that it is given.
 */
export class VoiceSession {
  constructor() {
    let tell = () => {};
    const begun = Promise.withResolvers();
    const ended = Promise.withResolvers();
    const known = {
      options: {},
      begun: begun.promise,
      ended: ended.promise,
      /** How loud the microphone is. */
      input: 0.4,
      line: LINE,
      show: (state) => tell(state),
      subscribe: (listener) => {
        tell = listener;
      },
      start: () => begun.resolve(),
      end: (reason) => ended.resolve(reason),
      levels: () => ({ input: known.input, output: 0.55 }),
    };
    // Whatever else the element asks of a session is done, and changes nothing.
    window.stage = new Proxy(known, {
      get: (target, name) => (name in target ? target[name] : name === "then" ? undefined : () => {}),
    });
    // biome-ignore lint/correctness/noConstructorReturn: the proxy is the session.
    return window.stage;
  }
}
