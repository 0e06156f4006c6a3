import { notLoaded } from "../errors.ts";

export type Voice = typeof import("./voice.ts");

let loaded: Voice | null = null;
let loading: Promise<Voice> | null = null;

/** Not a promise if it is loaded already. Rejects with a `SessionError`; the next call tries again. */
export function loadVoice(): Voice | Promise<Voice> {
  if (loaded) return loaded;
  loading ??= import("./voice.ts").then(
    (voice) => {
      loaded = voice;
      return voice;
    },
    (error) => {
      loading = null;
      return notLoaded(error);
    },
  );
  return loading;
}
