import type { CreateProtocol } from "../transport.ts";

/** Speech that is over sooner does not stop a patient agent; milliseconds. */
const LASTS_MS = 600;
/** As many words stop it sooner, where the vendor transcribes as one speaks. */
const WORDS = 2;

/**
 * OpenAI's protocol for a patient agent whose sound moves as media: the vendor says when speech begins, and does not stop by
 * itself. What is over sooner is heard and answered, and stops nothing.
 */
export const patient =
  (create: CreateProtocol): CreateProtocol =>
  (wire, options) => {
    let sounds = false;
    let text = "";
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
    };
    protocol.receive = (message) => {
      if (message.type === "input_audio_buffer.speech_started" && sounds) {
        forget();
        held = message;
        text = "";
        timer = setTimeout(release, LASTS_MS);
        return;
      }
      if (held && message.type === "input_audio_buffer.speech_stopped") return forget();
      if (held && message.type === "conversation.item.input_audio_transcription.delta") {
        text += message.delta;
        if (text.trim().split(/\s+/).length >= WORDS) release();
      }
      receive(message);
    };
    return protocol;
  };
