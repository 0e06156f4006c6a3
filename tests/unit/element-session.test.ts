import { describe, expect, it } from "vitest";
import { CommandQueue } from "../../widget/session/command-queue.ts";
import type { SessionCommand } from "../../widget/session/commands.ts";
import { ElementSession } from "../../widget/session/element-session.ts";
import type { WantedStart } from "../../widget/session/element-session-host.ts";
import type { VoiceSessionOptions } from "../../widget/session/options.ts";
import { reduce } from "../../widget/session/reduce.ts";
import type { SessionEngine } from "../../widget/session/session-engine.ts";
import { IDLE, type InputMode, type SessionState } from "../../widget/session/state.ts";

const OPTIONS: VoiceSessionOptions = { apiKey: "svc_pk_x", baseUrl: "https://voice.example", agentId: 7 };

/** An element whose settings come when the test says so. */
function element({ admission = "yes" as "yes" | "no" | "wait", early = [] as SessionCommand[] } = {}) {
  const did: string[] = [];
  const starts: WantedStart[] = [];
  let arrive = () => {};
  const settings = new Promise<void>((resolve) => (arrive = resolve));
  const answers = { admission, settings: settings as Promise<void> | null, input: "voice" as InputMode };
  const queue = new CommandQueue(early);
  let heard: (state: SessionState) => void = () => {};
  const engine = {
    follow: (changed: typeof heard) => (heard = changed),
    latest: { end: async (reason: string) => void did.push(`end ${reason}`) },
    async start(_options: VoiceSessionOptions, input: InputMode) {
      did.push(`start ${input}`);
      heard(reduce(IDLE, { type: "started", input }));
    },
    carryOut(command: SessionCommand) {
      did.push(command.type === "send_text" ? `say ${command.text}` : command.type);
      return true;
    },
  };
  const context: object[] = [];
  const session = new ElementSession({
    queue,
    engine: engine as unknown as SessionEngine,
    settings: () => answers.settings,
    asksFirst: () => false,
    admit: (start) => {
      starts.push(start);
      return answers.admission;
    },
    defaultInput: () => answers.input,
    options: () => OPTIONS,
    askPerson: () => {},
    addContext: (pairs) => context.push(pairs),
  });
  session.load();
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const loaded = async () => {
    arrive();
    answers.settings = null;
    await settle();
  };
  return { session, queue, did, starts, answers, context, loaded };
}

describe("the session of the element", () => {
  it("is connecting before the settings are there, and then does what was asked for in order", async () => {
    const { session, queue, did, loaded } = element();
    queue.push({ type: "start" }, { type: "mute", muted: true }, { type: "send_text", text: "Hello" });
    expect(session.state.status).toBe("connecting");
    expect(did).toEqual([]);
    await loaded();
    expect(did).toEqual(["start voice", "mute", "say Hello"]);
  });

  it("starts inside the push once they are there", async () => {
    const { queue, did, loaded } = element();
    await loaded();
    queue.push({ type: "start", input: "text" });
    expect(did).toEqual(["start text"]);
  });

  it("begins a conversation in writing for a text, and says all that was typed", async () => {
    const { queue, did, starts, loaded } = element();
    queue.push({ type: "send_text", text: "one" }, { type: "send_text", text: "two" });
    await loaded();
    expect(starts).toEqual([{ input: "text", typed: true }]);
    expect(did).toEqual(["start text", "say one", "say two"]);
  });

  it("holds what would begin a conversation until the visitor agrees, and asks for each once", async () => {
    const { session, queue, did, starts, answers, loaded } = element({ admission: "wait" });
    await loaded();
    queue.push({ type: "send_text", text: "one" });
    queue.push({ type: "typing" });
    expect(session.asksConsent).toBe(true);
    expect(starts).toHaveLength(1);
    answers.admission = "yes";
    session.answerConsent(true);
    expect(session.asksConsent).toBe(false);
    expect(did).toEqual(["typing", "start text", "say one"]);
  });

  it("asks for consent, and how it begins, only once the settings are there", async () => {
    const { session, queue, did, starts, answers, loaded } = element();
    const statuses: string[] = [];
    session.subscribe(({ status }) => statuses.push(status));
    queue.push({ type: "start" }, { type: "send_text", text: "one" });
    queue.push({ type: "start" });
    expect(starts).toEqual([]);
    answers.admission = "wait";
    answers.input = "text";
    await loaded();
    expect(session.asksConsent).toBe(true);
    expect(session.state.status).toBe("idle");
    expect(did).toEqual([]);
    answers.admission = "yes";
    session.answerConsent(true);
    expect(starts.at(-1)).toEqual({ input: "text", typed: false });
    expect(did).toEqual(["start text", "say one"]);
    expect(statuses[0]).toBe("connecting");
  });

  it("shows an earlier conversation again where the page, asked once the settings are there, says no", async () => {
    const { session, queue, did, loaded } = element({ admission: "no" });
    const transcript = [{ id: "a", role: "user" as const, text: "Before", final: true, at: 1 }];
    session.restore({ session_id: "ses_1", session_secret: "sss_1", transcript });
    queue.push({ type: "start" });
    expect(session.state).toMatchObject({ status: "connecting", transcript });
    await loaded();
    expect(session.state).toMatchObject({ status: "idle", transcript, order: ["a"] });
    expect(queue.isEmpty).toBe(true);
    expect(did).toEqual([]);
  });

  it("gives up what waited when the visitor does not agree, or the page says no", async () => {
    const declined = element({ admission: "wait" });
    await declined.loaded();
    declined.queue.push({ type: "send_text", text: "one" });
    declined.session.answerConsent(false);
    const refused = element({ admission: "no" });
    await refused.loaded();
    refused.queue.push({ type: "start" }, { type: "send_text", text: "one" });
    for (const { queue, did, session } of [declined, refused]) {
      expect(queue.isEmpty).toBe(true);
      expect(did).toEqual([]);
      expect(session.state.status).toBe("idle");
    }
  });

  it("ends a start that still waits for them, with what was asked for before, and not what comes after", async () => {
    const { session, queue, did, loaded } = element();
    queue.push({ type: "start" }, { type: "send_text", text: "one" }, { type: "end", reason: "completed" });
    expect(session.state.status).toBe("idle");
    queue.push({ type: "start", input: "text" });
    await loaded();
    expect(did).toEqual(["start text"]);
  });

  it("keeps facts about the visitor for the next conversation", () => {
    const { queue, context } = element({ early: [{ type: "send_context", pairs: { plan: "pro" } }] });
    expect(context).toEqual([{ plan: "pro" }]);
    expect(queue.isEmpty).toBe(true);
  });
});
