import { type SessionState, VoiceSession, type VoiceSessionOptions } from "voice-widget/client";

/** A client with a UI of its own: one union over `status`. */
const options: VoiceSessionOptions = { apiKey: "svc_pk_x", baseUrl: "https://voice.example.com", agentId: 7 };
const session = new VoiceSession(options);

function describe(state: SessionState): string {
  switch (state.status) {
    case "idle":
      return "idle";
    case "connecting":
      return state.input;
    case "listening":
    case "thinking":
    case "speaking":
      return `${state.session.session_id} ${state.remaining_seconds}`;
    case "ended":
      return state.reason;
    case "error":
      return state.error.code;
  }
}

const stop: () => void = session.subscribe((state) => console.log(describe(state)));
void session.start({ input: "text" }).then(stop);
const { input, output } = session.levels();
console.log(input + output);

// @ts-expect-error: an agent has to be named
new VoiceSession({ apiKey: "svc_pk_x", baseUrl: "" });
// @ts-expect-error: the browser's parts are no public matter
new VoiceSession(options, {});
// @ts-expect-error: only while something runs
console.log(session.state.session.session_id);
