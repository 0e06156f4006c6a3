import type { SoundSettings } from "../audio/sound-settings.ts";
import type { ConnectionKind } from "../transport/connection-kind.ts";
import type { InputMode } from "./state.ts";
import type { TurnstileSite } from "./turnstile.ts";

/** Options of a conversation. Each `start()` reads them anew. */
export interface VoiceSessionOptions {
  /** The project API key, `svc_pk_…`. */
  apiKey: string;
  /** Where the service is, e.g. `https://voice.example.com`; without a path. */
  baseUrl: string;
  /** The agent to talk to; ids come from `GET /widget/v1/config`. */
  agentId: number;
  /** The agent's provider, as the config lists it; sessions of `provider_x` come from another endpoint. */
  provider?: string | undefined;
  /** As the config lists it: its code is then loaded while the session is being opened. */
  connection?: ConnectionKind | null | undefined;
  /** `provider_a` or `provider_b`: overrides the agent's own provider. */
  model?: string;
  /** Overrides the agent's voice. */
  voice?: string;
  /** Facts about the visitor that the agent sees at the start: at most 50 pairs, 8 KiB. */
  context?: Readonly<Record<string, unknown>>;
  /** Your id of a signed-in visitor, at most 128 characters; goes together with `userHash`. */
  userId?: string;
  /** HMAC-SHA256 of `userId`, hex, computed on your server. */
  userHash?: string;
  /** An anonymous browser id, at most 64 characters. */
  visitorId?: string;
  /** The visitor's ticket from the queue for a voice line, when it is their turn. */
  ticket?: string | undefined;
  /** `{site_key, script}` as the config lists it: Cloudflare Turnstile is passed before each start. */
  turnstile?: TurnstileSite | null | undefined;
  /** The page's address without query and hash, at most 500 characters, for those who answer its visitors. */
  page?: string | undefined;
  /** The language that the page is read in, BCP 47: the agent begins in it. */
  locale?: string | undefined;
  /** The visitor needs more time to speak: the agent waits longer before it answers, where its vendor has a setting for that. */
  moreTime?: boolean | undefined;
  /** How fast the agent speaks, where its vendor has a setting for that. */
  speed?: "slower" | "faster" | undefined;
  /** `text` never asks for the microphone. Default `voice`. */
  input?: InputMode;
  /** With `text`: the agent is read and not heard, until `speak()`; no code for sound is loaded before. */
  silent?: boolean;
  /** The visitor's devices and volume. */
  sound?: SoundSettings;
  /**
   * A name that the page makes up for itself, at most 64 characters: its conversation is left to the next page instead of ended.
   * That page must go on with it within 25 seconds, by `start({ earlier })` and a name of its own.
   */
  pageId?: string | undefined;
  /** The agent says this at once instead of its own greeting; with an empty text it says nothing. */
  initialMessage?: string;
}

/** Loudness right now, 0 to 1. Read it once per animation frame. */
export interface Levels {
  readonly input: number;
  readonly output: number;
}
