import { type SessionState, VoiceSession } from "voice-widget/client";

/** A client with its own UI on the headless session: it draws the page from the session's one state. */
const apiKey: string = import.meta.env.VITE_API_KEY;
const baseUrl: string = import.meta.env.VITE_SERVICE;

const at = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;
const status = at("status");
const transcript = at("transcript");
const call = at<HTMLButtonElement>("call");
const end = at<HTMLButtonElement>("end");
const level = at<HTMLMeterElement>("level");
const text = at<HTMLInputElement>("text");

const config = await fetch(`${baseUrl}/widget/v1/config`, { headers: { "X-API-Key": apiKey } });
const { agents, agent_id } = (await config.json()) as { agents: { id: number; provider: string }[]; agent_id: number };
const agent = agents.find(({ id }) => id === agent_id) ?? agents[0];
if (!agent) throw new Error("the project has no agent");
const session = new VoiceSession({ apiKey, baseUrl, agentId: agent.id, provider: agent.provider });

const isOpen = ({ status }: SessionState) => !["idle", "ended", "error"].includes(status);

session.subscribe((state) => {
  status.textContent = state.status === "error" ? `error: ${state.error.code}` : state.status;
  call.disabled = isOpen(state);
  end.disabled = !isOpen(state);
  transcript.replaceChildren(
    ...state.transcript.map((message) => {
      const line = document.createElement("li");
      line.textContent = `${message.role}: ${message.text}`;
      return line;
    }),
  );
});

// Inside the click: browsers allow sound and microphone only then.
call.addEventListener("click", () => session.start());
end.addEventListener("click", () => session.end());
at<HTMLFormElement>("composer").addEventListener("submit", (event) => {
  event.preventDefault();
  if (!isOpen(session.state)) void session.start({ input: "text" });
  session.sendText(text.value);
  text.value = "";
});
// Enabled only now: a click before this would have been lost.
call.disabled = false;
at<HTMLButtonElement>("send").disabled = false;
requestAnimationFrame(function draw() {
  const { input, output } = session.levels();
  level.value = Math.max(input, output);
  requestAnimationFrame(draw);
});
