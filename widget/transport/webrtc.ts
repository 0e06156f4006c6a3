import { guardFirstWords } from "../audio/guard-first-words.ts";
import { LateLine } from "../audio/late-line.ts";
import { Loudness } from "../audio/loudness.ts";
import type { KeepSound } from "../audio/microphone.ts";
import { toJson } from "../json.ts";
import { createCore } from "./core.ts";
import { gathered } from "./gathered.ts";
import { createPeer } from "./peer.ts";
import type { CreateCore } from "./transport.ts";
import { patient } from "./vendors/openai-patience.ts";

/** Time limit for the vendor's first message, milliseconds. */
const HANDSHAKE_MS = 15_000;
/**
 * How long a lost connection may take to come back by itself, milliseconds. There is no ICE restart: vendors take only one
 * offer for a call, so a connection that does not come back is replaced.
 */
const LOST_MS = 5_000;
/** How often the agent's loudness is measured where the vendor does not say when it is heard, milliseconds. */
const LISTEN_MS = 100;
/** From this root mean square on the agent is heard, and after so many quieter measurements it has ceased. */
const AUDIBLE = 0.003;
const CEASED = 7;

/** JSON messages over a data channel, sound as media: the core for vendors that use WebRTC as OpenAI does. */
export const create: CreateCore = (createProtocol, options) =>
  createCore(options, HANDSHAKE_MS, (core) => {
    const { peer, channel, sender } = options.prepared ?? createPeer(options.ice_servers, options.speaks);
    /** Ends what was begun for this connection only. */
    const abort = new AbortController();
    /** The microphone's sound that is not sent yet. */
    let line: LateLine | null = null;
    let unguard = () => {};
    let output: Loudness | null = null;
    let lost: ReturnType<typeof setTimeout> | undefined;
    /** The agent's sound. */
    let stream: MediaStream | null = null;
    let hushed = false;
    let call_id = options.call_id ?? undefined;

    const send = (message: object) => {
      if (channel.readyState !== "open") return;
      const text = toJson(message);
      try {
        channel.send(text);
      } catch (error) {
        // Longer than the other end takes: what follows must still be sent.
        const unsent = `A message of ${text.length} characters was not sent: ${error}`;
        core.emit({ type: "error", code: "vendor_failed", message: unsent });
      }
    };

    const over = (message: string) => {
      if (!core.closed) core.over(message, false);
    };

    const later = (act: () => void, milliseconds: number) => {
      const timer = setTimeout(act, milliseconds);
      abort.signal.addEventListener("abort", () => clearTimeout(timer));
    };

    const level = () => (hushed ? 0 : (output?.now() ?? 0));

    const play = (media: MediaStream) => {
      stream = media;
      options.device?.play(media);
      output?.close();
      const context = options.device?.context;
      output = context && !core.closed && media.getAudioTracks().length ? new Loudness(context, media) : null;
      const { sounds } = protocol;
      if (!output || !sounds) return;
      let [audible, quiet] = [false, 0];
      const listening = setInterval(() => {
        const loud = level() > AUDIBLE;
        quiet = loud ? 0 : quiet + 1;
        audible = !hushed && (loud || (audible && quiet < CEASED));
        sounds(audible);
      }, LISTEN_MS);
      abort.signal.addEventListener("abort", () => clearInterval(listening));
    };

    /** A `disconnected` connection often recovers by itself; a `failed` one never does. */
    const watch = (state: RTCPeerConnectionState) => {
      if (state === "failed" || state === "closed") over("The connection was lost");
      else if (state === "disconnected" && !lost) {
        lost = setTimeout(() => over("The connection was lost for too long"), LOST_MS);
        if (core.ready) core.emit({ type: "reconnecting", active: true });
      } else if (state === "connected" && lost) {
        clearTimeout(lost);
        lost = undefined;
        if (core.ready) core.emit({ type: "reconnecting", active: false });
      }
    };

    /** The vendor's answer to our offer. */
    const exchange = async () => {
      await peer.setLocalDescription(await peer.createOffer());
      if (protocol.gathers) await gathered(peer, abort.signal);
      const response = await fetch(protocol.address().url, {
        method: "POST",
        headers: { authorization: `Bearer ${options.token}`, "content-type": "application/sdp" },
        body: peer.localDescription?.sdp ?? "",
        signal: abort.signal,
      });
      // An error has a JSON body, which is no session description.
      if (!response.ok) throw new Error(`The voice provider refused the call (${response.status})`);
      // CORS may keep the browser from reading this header.
      call_id = /\/([\w-]{1,200})$/.exec(response.headers.get("location") ?? "")?.[1];
      return response.text();
    };

    const connectPeer = async () => {
      channel.onopen = () => protocol.open?.();
      channel.onmessage = ({ data }) => core.read(data);
      channel.onclose = () => over("The voice provider closed the connection");
      peer.onconnectionstatechange = () => watch(peer.connectionState);
      peer.ontrack = ({ track, streams }) => play(streams[0] ?? new MediaStream([track]));
      await peer.setRemoteDescription({ type: "answer", sdp: options.answer ?? (await exchange()) });
    };

    const protocol = (options.interruptions === "patient" ? patient(createProtocol) : createProtocol)(
      {
        send,
        opened: () => {
          if (options.device) core.holdWords(null);
          core.settle(null, call_id);
        },
        play: () => {},
        finish: () => {},
        flush: () => [],
        hush(silent) {
          hushed = silent;
          options.device?.hush(silent);
        },
        expired() {
          core.expired = true;
          // Not every vendor closes the connection after its time is up.
          later(() => over("The voice provider's time is up"), 1_000);
        },
        unknown: options.unknown,
        emit: core.emit,
      },
      options,
    );

    return {
      protocol,

      dial() {
        connectPeer().catch((error) => core.settle(error instanceof Error ? error : new Error(String(error))));
      },

      hangUp() {
        abort.abort();
        clearTimeout(lost);
        unguard();
        line?.keep();
        output?.close();
        channel.onopen = channel.onmessage = channel.onclose = null;
        peer.onconnectionstatechange = peer.ontrack = null;
        peer.close();
        options.device?.play(null);
        if (hushed) options.device?.hush(false);
      },

      transport: {
        attach(device) {
          Object.assign(options, { device, text_only: false });
          core.holdWords(null);
          device.hush(hushed);
          if (stream) play(stream);
        },

        async hear(microphone) {
          unguard();
          const [track = null] = microphone.stream.getAudioTracks();
          const context = options.device?.context;
          let { kept } = microphone;
          // Another kind of connection was expected.
          if (kept && "send" in kept) kept.close();
          if (!kept || "send" in kept) kept = context && new LateLine(context, microphone.stream);
          if (kept) microphone.kept = kept;
          line = kept ?? null;
          await sender.replaceTrack(kept?.take(() => sender.replaceTrack(track)) ?? track);
          const { device } = options;
          if (kept && device && !core.closed)
            unguard = guardFirstWords(kept, { agent: this, played: () => output?.source, device, sender, track });
        },

        get level() {
          return level();
        },

        /** What both ends agreed on. `send()` throws for more, and Chromium closes the channel. */
        get maxMessageBytes() {
          return Math.min(peer.sctp?.maxMessageSize ?? 65_536, 262_144);
        },

        connection: peer,
      },
    };
  });

export const keep: KeepSound =
  ({ context }) =>
  (stream) =>
    new LateLine(context, stream);
