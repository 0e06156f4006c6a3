import type { CreateProtocol } from "../transport.ts";
import type { ServerEvent } from "./openai-events.ts";

/** How often an answer that does not come is asked for again. */
const MOST = 3;
/** How much later than the time before, milliseconds: what is short at the vendor comes back in seconds. */
const WAIT_MS = 1_500;
/** What the vendor says where the owner's account has nothing left: it will not answer in seconds. */
const USED_UP = /current quota|insufficient.quota|credits/i;

/** For how long after a connection was given up the next failure ends the call, milliseconds, unless there was an answer meanwhile. */
const LAST_TRY_MS = 60_000;

/** When a connection was given up since its answers failed, unix milliseconds; 0 once there was an answer. Connections share it. */
let gaveUp = 0;

/**
 * OpenAI's protocol for servers whose answers may fail, as for a limit of their rates: the visitor sees that one is still to come,
 * and it is asked for again. So is one that the server refuses to begin, and one that ends before its first word, as where a filter
 * of the server's took it. A session may come to where each answer fails, and another one does not
 * (github.com/livekit/agents/issues/6040), so the last try is over another connection.
 */
export const askingAgain =
  (create: CreateProtocol): CreateProtocol =>
  (wire, options) => {
    let failures = 0;
    /** The first words, until there was an answer. */
    let greeting: string | null = null;
    /** Until it is asked for again. */
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** It was, and has not begun. */
    let asked = false;
    /** Whether the answer has words, and whether the visitor stopped it, by the button or by speaking. */
    let said = false;
    let stopped = false;
    /** What the newest message means: a fault, the end of the agent's turn. */
    let complains = "";
    let ends = false;
    const protocol = create(
      {
        ...wire,
        emit(event) {
          if (event.type === "agent_delta") said = true;
          if (event.type === "error") complains = event.message || event.code;
          if (event.type === "turn_done") ends = !event.more;
          wire.emit(event);
        },
      },
      options,
    );
    const receive = protocol.receive.bind(protocol);
    const greet = protocol.greet.bind(protocol);
    const sendText = protocol.sendText.bind(protocol);
    const interrupt = protocol.interrupt.bind(protocol);

    const ask = () => {
      timer = undefined;
      if (greeting !== null) return greet(greeting);
      asked = true;
      const response = options.text_only ? { output_modalities: ["text"] } : undefined;
      wire.send({ type: "response.create", response });
    };
    const fail = (status: string | undefined) => {
      failures++;
      asked = false;
      const isUsedUp = USED_UP.test(complains);
      const endsCall = isUsedUp || Date.now() - gaveUp < LAST_TRY_MS;
      if (!endsCall && failures <= MOST) {
        wire.emit({ type: "turn_started" });
        timer = setTimeout(ask, failures * WAIT_MS);
        return;
      }
      // What a filter takes each time says nothing about the next question.
      if (status === "incomplete") return;
      if (!endsCall) wire.emit({ type: "turn_started" });
      gaveUp = endsCall ? 0 : Date.now();
      const message = isUsedUp ? complains : "The voice provider failed to answer several times";
      const fault = { code: endsCall ? "agent_unavailable" : "vendor_failed", message } as const;
      wire.emit({ type: "closed", expired: false, orderly: false, message, fault });
    };

    /** What the visitor does comes instead of it. @returns whether it was waited for */
    const giveUp = () => {
      const waited = timer !== undefined;
      clearTimeout(timer);
      timer = undefined;
      asked = false;
      return waited;
    };

    protocol.sendText = (id, text) => {
      giveUp();
      stopped = false;
      sendText(id, text);
    };
    protocol.interrupt = () => {
      stopped = true;
      interrupt();
      if (giveUp()) wire.emit({ type: "turn_done", more: false });
    };
    protocol.greet = (text) => {
      greeting = text;
      greet(text);
    };
    protocol.receive = (message) => {
      const { type, response } = message as unknown as ServerEvent;
      const begins = type === "response.created";
      // Another answer is made, or the visitor speaks, which the vendor answers by itself.
      if (begins || type === "input_audio_buffer.speech_started") {
        giveUp();
        stopped = !begins;
        said = false;
      }
      complains = "";
      ends = false;
      receive(message);
      const status = response?.status;
      const missed = complains && (ends || asked) && !stopped && (!said || status === "failed");
      if (missed) return fail(status);
      if (type !== "response.done") return;
      failures = 0;
      greeting = null;
      gaveUp = 0;
    };
    return protocol;
  };
