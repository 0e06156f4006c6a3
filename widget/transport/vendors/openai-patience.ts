import type { CreateProtocol } from "../transport.ts";
import { onlyListens, wordsIn } from "./back-channels.ts";

/** Speech that is over sooner does not stop a patient agent; milliseconds. */
const LASTS_MS = 600;
/** As many words stop it sooner, where the vendor transcribes as one speaks. */
const WORDS = 2;

/**
 * OpenAI's protocol for a patient agent whose sound moves as media: the vendor says when speech begins, and does not stop by
 * itself. What is over sooner is heard and answered, and stops nothing; nor does "mhm", however long it is drawn out.
 */
export const patient =
  (create: CreateProtocol): CreateProtocol =>
  (wire, options) => {
    let sounds = false;
    let text = "";
    let lasted = false;
    /** The beginning of speech that has not lasted long enough. */
    let held: Record<string, unknown> | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const protocol = create(
      {
        ...wire,
        emit: (event) => {
          if (event.type === "playback") sounds = event.playback !== "none";
          wire.emit(event);
          if (!sounds) release();
        },
      },
      options,
    );
    const receive = protocol.receive.bind(protocol);
    const release = () => {
      const began = held;
      forget();
      if (began) receive(began);
    };
    const forget = () => {
      clearTimeout(timer);
      held = null;
      text = "";
      lasted = false;
    };
    const consider = () => {
      const words = wordsIn(text);
      if ((lasted || words.length >= WORDS) && !onlyListens(words)) release();
    };
    protocol.receive = (message) => {
      if (message.type === "input_audio_buffer.speech_started" && sounds) {
        forget();
        held = message;
        timer = setTimeout(() => {
          lasted = true;
          consider();
        }, LASTS_MS);
        return;
      }
      if (held && message.type === "input_audio_buffer.speech_stopped") return forget();
      if (held && message.type === "conversation.item.input_audio_transcription.delta") {
        text += message.delta;
        consider();
      }
      receive(message);
    };
    return protocol;
  };
