import { notLoaded } from "../errors.ts";

export type Voice = typeof import("./voice.ts");

/** The chunk of the guard; a call goes on without it. */
export const loadGuard = () => import("./guard/guard.ts");

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
