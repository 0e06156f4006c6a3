import { reduce } from "../../widget/session/reduce.ts";
import { isLive } from "../../widget/session/state.ts";

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

/** What the code for a person uses of a conversation: its state is that of the stage, and no agent is connected. */
function partsOf(stage) {
  const conversation = {
    get state() {
      return stage.state;
    },
    get over() {
      return !isLive(stage.state);
    },
    provisional: new Set(),
    dispatch: (action) => stage.show(reduce(stage.state, action)),
    closeWithConversation() {},
    leave() {},
  };
  const grant = { session_id: "ses_1", session_secret: "of-the-stage", ice_servers: null };
  return { conversation, connection: { grant, transport: null }, audio: { closeMicrophone() {} } };
}

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
    const stage = {
      /** How loud the microphone is. */
      input: 0.4,
      ended: ended.promise,
      state: null,
      show: (state) => {
        stage.state = state;
        this.#show(state);
      },
    };
    window.stage = this.#stage = stage;
    this.latest = {
      connection: LINE,
      secret: null,
      unknownMessages: [],
      commands: { parts: partsOf(stage) },
      end: (reason) => ended.resolve(reason),
    };
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
