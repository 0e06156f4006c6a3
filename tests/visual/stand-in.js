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
 * Stands in for what holds the element's conversations. It does nothing itself: the newest conversation is `window.stage`,
 * and shows the state that it is given.
 */
export class SessionEngine {
  #stage = null;
  #show = () => {};
  latest = null;

  follow(changed) {
    this.#show = changed;
  }

  start() {
    const ended = Promise.withResolvers();
    window.stage = {
      /** How loud the microphone is. */
      input: 0.4,
      ended: ended.promise,
      show: (state) => this.#show(state),
    };
    this.#stage = window.stage;
    this.latest = { connection: LINE, secret: null, unknownMessages: [], end: (reason) => ended.resolve(reason) };
  }

  levels() {
    return this.#stage ? { input: this.#stage.input, output: 0.55 } : { input: 0, output: 0 };
  }

  /** Whatever the element asks of the conversation is done, and changes nothing. */
  carryOut() {
    return true;
  }

  async allowMicrophone() {}
}
