import { makeDemoOrganization } from "./demo-organization.ts";
import type { Admin, DemoSite } from "./operator.ts";

/** The data in the console's pictures: an organization with everything in it that a shop would have. */
export interface Sample extends DemoSite {
  /** A conversation with a tool, a source, an interruption, a rating and a contact. */
  session_id: string;
}

interface Line {
  type: string;
  [field: string]: unknown;
}

const said = (who: "user" | "agent", text: string, after: number, more: object = {}): Line & { after: number } => ({
  type: `${who}_transcript`,
  text,
  after,
  ...more,
});

const QUESTIONS: [question: string, answer: string, rating: number | null][] = [
  ["Do you deliver to the islands?", "Yes, twice a week by the morning boat. It takes two days.", 5],
  ["Which coffee is good for a moka pot?", "Tideline. It is long and soft, and forgives a hot stove.", 4],
  ["¿Abrís los sábados?", "Sí, de nueve a una.", null],
  ["Can I change my address after ordering?", "I could not find out. Shall somebody call you?", 2],
];

export async function makeSample(admin: Admin, origin: string): Promise<Sample> {
  const demo = await makeDemoOrganization(admin);
  const { project_id, api_key } = demo;
  const agent_id = demo.agent_ids[0] as number;
  await admin.call("PATCH", `/agents/${agent_id}`, {
    name: "Ava",
    person: { enabled: true, wait_seconds: 600 },
    knowledge: true,
    collect_contact: {
      fields: ["name", "email", "message"],
      consent_text: "I agree to be contacted about my request.",
    },
    tools: [
      {
        name: "find_order",
        description: "Finds an order by its number",
        kind: "webhook",
        url: `${origin}/healthz`,
        parameters: {
          type: "object",
          properties: { number: { type: "string", description: "As on the receipt" }, year: { type: "integer" } },
          required: ["number"],
        },
      },
      { name: "show_offer", description: "Shows this week's offer on the page", kind: "client" },
    ],
  });
  await admin.call("POST", "/operators", { name: "Ada Brook", role: "support" });
  await admin.call("POST", `/projects/${project_id}/sources`, {
    kind: "text",
    title: "Opening hours",
    url: "https://harbour.example/visit",
    text: "The shop is open from Monday to Friday from nine to six, and on Saturday from nine to one.",
  });
  await admin.call("POST", `/projects/${project_id}/sources`, { kind: "url", url: `${origin}/no-such-page` });
  await admin.call("POST", `/projects/${project_id}/webhooks`, {
    url: "https://crm.example/hooks/voice",
    events: ["session.ended", "contact.created"],
  });
  await admin.call("PATCH", `/projects/${project_id}`, {
    daily_credit_cap: 20_000,
    hours: {
      time_zone: "Europe/Berlin",
      week: {
        mon: [["09:00", "18:00"]],
        tue: [
          ["09:00", "12:30"],
          ["14:00", "18:00"],
        ],
        sat: [["09:00", "13:00"]],
      },
      exceptions: [{ date: "2026-12-24", spans: [] }],
    },
  });

  const send = async <T>(path: string, body: object): Promise<T> => {
    const response = await fetch(`${origin}/widget/v1${path}`, {
      method: "POST",
      headers: { "X-API-Key": api_key, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await response.json()) as T;
  };
  const talk = async (events: Line[], more: object = {}) => {
    const { session_id } = await send<{ session_id: string }>("/session", { agent_id, ...more });
    // Dated as if the conversation had taken its time; the charge goes by the server's own clock.
    let at = Date.now();
    const dated = [{ type: "connected" }, ...events].map(({ after = 0, ...event }: Line & { after?: number }) => {
      at += after * 1000;
      return { ...event, at };
    });
    await send(`/session/${session_id}/events`, { events: dated });
    return session_id;
  };
  for (const [question, answer, rating] of QUESTIONS)
    await talk([
      said("user", question, 2),
      said("agent", answer, 1.2),
      ...(rating ? [{ type: "feedback", rating, after: 3 }] : []),
      { type: "ended", after: 2 },
    ]);
  const failed = await send<{ session_id: string }>("/session", {
    agent_id,
    visitor_id: "v_blocked",
    page: "https://harbour.example/",
  });
  await send(`/session/${failed.session_id}/events`, {
    events: [{ type: "failed", reason: "The network blocks voice calls" }],
  });

  const { session_id } = await send<{ session_id: string }>("/session", {
    agent_id,
    visitor_id: "v_2f6c1e",
    page: "https://harbour.example/öffnungszeiten/",
  });
  const post = (...events: Line[]) => send(`/session/${session_id}/events`, { events });
  const use = (name: string, call_id: string, args: object) =>
    send("/tools/execute", { session_id, name, call_id, arguments: args });
  await post(
    { type: "connected" },
    { type: "agent_transcript", text: "Hello! I am Ava from the Harbour Coffee Roasters." },
  );
  await post({ type: "user_transcript", text: "Are you open on Saturday?", typed: true });
  await use("search_knowledge", "c1", { query: "open on Saturday" });
  await post({ type: "tool_call", name: "search_knowledge" });
  await post({
    type: "agent_transcript",
    text: "Yes, on Saturday from nine to one, and during the week until",
    interrupted: true,
  });
  await post({ type: "interrupted" }, { type: "user_transcript", text: "Great. And where is my order 1024?" });
  await use("find_order", "c2", { number: "1024" });
  await post({ type: "tool_call", name: "find_order" });
  await post(
    { type: "agent_transcript", text: "I cannot look it up just now. Leave your address, and somebody writes to you." },
    { type: "tool_call", name: "show_offer" },
    { type: "contact", name: "Ada Lovelace", email: "ada@example.com", message: "Where is order 1024?", consent: true },
    { type: "feedback", rating: 4, text: "Quick, but could not find my order" },
    { type: "ended" },
  );
  return { ...demo, session_id };
}
