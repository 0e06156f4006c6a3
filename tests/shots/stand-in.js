/**
 * Stands in for the engine chunk: a session that does nothing itself. The newest one is `window.stage`, and shows the
 * state that it is given.
 */
export class VoiceSession {
  constructor() {
    let tell = () => {};
    let started;
    const begun = new Promise((done) => {
      started = done;
    });
    const known = {
      options: {},
      begun,
      show: (state) => tell(state),
      subscribe: (listener) => {
        tell = listener;
      },
      start: () => started(),
      levels: () => ({ input: 0.4, output: 0.55 }),
    };
    // Whatever else the element asks of a session is done, and changes nothing.
    window.stage = new Proxy(known, {
      get: (target, name) => (name in target ? target[name] : name === "then" ? undefined : () => {}),
    });
    // biome-ignore lint/correctness/noConstructorReturn: the proxy is the session.
    return window.stage;
  }
}
