import type { KeepSound } from "../audio/microphone.ts";
import type { Speaker } from "../audio/speaker.ts";
import { toJson } from "../json.ts";
import { createCore } from "./core.ts";
import type { CreateCore, Playback } from "./transport.ts";

/** Time limit for the vendor's first message, milliseconds. */
const HANDSHAKE_MS = 10_000;
/** How long a vendor may take to close the connection after its goodbye, milliseconds. */
const GOODBYE_MS = 2_000;
/** How long last words are waited for at most, milliseconds. */
const LAST_WORDS_MS = 60_000;
/**
 * So many frames of a muted microphone's silence, 2 s at the least, are sent before the pause: a vendor that takes no pause for the
 * end of what was said hears that end.
 */
const SILENT_FRAMES = 60;
/** Sound waiting to be sent over a slow connection: above this, new sound is dropped, since late words help nobody. */
const MAX_BUFFERED_BYTES = 1 << 20;
/** One that takes nothing of it for so many frames, 8 s, is dead, as after a change of the network: browsers notice after minutes. */
const DEAD_FRAMES = 400;

/** JSON messages with PCM inside, over a WebSocket: the core for every vendor with such a protocol. */
export const create: CreateCore = (createProtocol, options) =>
  createCore(options, HANDSHAKE_MS, (core) => {
    let speaker: Speaker | null = null;
    let socket: WebSocket | null = null;
    /** Ends the hearing of the microphone. */
    let hearNo = () => {};
    let playback: Playback = "none";
    /** The vendor said goodbye: nothing is sent any more, and the sound that has come is played to its end. */
    let leaving = false;
    /** The last words are being heard: emits the end, and closes. */
    let depart: (() => void) | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** Frames in a row that a slow connection could not take. */
    let dropped = 0;

    const send = (message: object) => {
      // Not by its name: a page that wraps `WebSocket` may leave out the constants.
      if (socket?.readyState === 1) socket.send(toJson(message));
    };

    const sendSound = (message: object) => {
      if (!core.ready || !socket) return;
      dropped = socket.bufferedAmount > MAX_BUFFERED_BYTES ? dropped + 1 : 0;
      if (!dropped) send(message);
      else if (dropped > DEAD_FRAMES) core.over("The voice provider did not answer in time", false);
    };

    const openSpeaker = () => {
      const { device } = options;
      if (!device || speaker || core.closed) return;
      speaker = device.speaker(protocol.rates.output, (now) => {
        playback = now;
        core.emit({ type: "playback", playback });
        if (now !== "none") return;
        protocol.onPlaybackEnd?.();
        // Words that are cut short are marked, in a moment, before they are over.
        Promise.resolve().then(depart);
      });
      core.holdWords(speaker);
    };

    const hangUp = () => {
      const open = socket;
      socket = null;
      if (!open) return;
      open.onopen = open.onmessage = open.onclose = null;
      open.close(1000);
    };

    /** The vendor closed the connection in good order: the agent's last words are still played. */
    const hearOut = (message: string) => {
      clearTimeout(timer);
      leaving = true;
      hearNo();
      depart = () => {
        depart = null;
        core.over(message, true);
      };
      // Sound that the browser blocks would never end.
      const heard = playback !== "none" && options.device?.context?.state === "running";
      if (heard) timer = setTimeout(depart, LAST_WORDS_MS);
      else depart();
    };

    const protocol = createProtocol(
      {
        send,
        opened: (call_id) => {
          openSpeaker();
          core.settle(null, call_id);
        },
        play: (item, pcm) => speaker?.play(item, pcm),
        finish: () => speaker?.finish(),
        flush: () => speaker?.flush() ?? [],
        expired: () => {
          core.expired = true;
        },
        // It will close the connection in a moment.
        goodbye: () => {
          if (leaving || core.closed) return;
          leaving = true;
          timer = setTimeout(() => {
            hangUp();
            hearOut("The voice provider ended the call");
          }, GOODBYE_MS);
        },
        unknown: options.unknown,
        emit: core.emit,
      },
      options,
    );

    return {
      protocol,

      dial() {
        const { url, protocols } = protocol.address();
        socket = new WebSocket(url, protocols);
        socket.binaryType = "arraybuffer";
        socket.onopen = () => protocol.open?.();
        socket.onmessage = ({ data }) => core.read(data);
        // Chromium fires no close where a content security policy blocks the address; a close that follows later finds the
        // core closed.
        socket.onerror = () => setTimeout(() => socket?.onclose?.({ code: 1006, reason: "" } as CloseEvent));
        socket.onclose = ({ code, reason }) => {
          const message = `The voice provider closed the connection (${code}${reason && `, ${reason}`})`;
          socket = null;
          const orderly = leaving || (code === 1000 && !protocol.leaving);
          if (core.ready && orderly) return hearOut(message);
          core.over(message, false, orderly || protocol.leaving ? undefined : protocol.fault?.(code, reason));
        };
      },

      hangUp() {
        clearTimeout(timer);
        hangUp();
        hearNo();
        speaker?.close();
      },

      transport: {
        attach(device) {
          Object.assign(options, { device, text_only: false });
          // Perhaps blocked by a content security policy: the owner finds it in the reports.
          device.ready.catch((error) => core.emit({ type: "error", code: "audio_blocked", message: `${error}` }));
          if (core.ready) openSpeaker();
        },

        async hear(microphone) {
          const { device, interruptions } = options;
          if (!device) throw new Error("No Web Audio");
          const [track] = microphone.stream.getAudioTracks();
          /** Frames since it was muted. */
          let muted = 0;
          const pause = () => {
            if (protocol.pause && muted <= SILENT_FRAMES) sendSound(protocol.pause());
          };
          const onFrame = (pcm: string) => {
            muted = track?.enabled ? 0 : muted + 1;
            if (!protocol.pause || muted < SILENT_FRAMES) sendSound(protocol.audio(pcm));
            else pause();
          };
          // An unplugged microphone sends no more frames, so the pause is sent here.
          track?.addEventListener("ended", pause);
          let { kept } = microphone;
          if (!(kept && "send" in kept)) {
            // Another kind of connection was expected.
            kept?.close();
            microphone.kept = kept = device.capture(microphone.stream);
          }
          await kept.ready;
          if (!core.closed) hearNo = kept.send(protocol.rates.input, onFrame, this, interruptions);
        },

        get level() {
          return speaker?.level ?? 0;
        },

        /** Our own agents take no longer item; no vendor names a bound. See docs/decisions/0074-bounds-of-what-a-page-hands-over.md. */
        maxMessageBytes: 240_000,

        get connection() {
          return socket;
        },
      },
    };
  });

export const keep: KeepSound = (device) => {
  // Its code loads before the microphone opens, and before the agent speaks.
  device.ready.catch(() => {});
  return (stream) => device.capture(stream);
};
