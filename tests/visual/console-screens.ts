import type { Page } from "playwright-core";
import type { Sample } from "../harness/service/console-sample.ts";
import { Admin } from "../harness/service/operator.ts";
import { PlainVisitor } from "../harness/service/plain-visitor.ts";

interface ConsoleScreen {
  name: string;
  path(sample: Sample): string;
  /** What is done there before the picture. @returns what ends it, where it goes on */
  act?(page: Page, sample: Sample): Promise<unknown>;
}

/** Somebody waits for a person, and is read; a second one talks to the agent. */
async function waiting(
  page: Page,
  { api_key, project_id, agent_ids: [agent_id = 0] }: Sample,
): Promise<PlainVisitor[]> {
  const { origin } = new URL(page.url());
  const begin = (path: string, context?: object) =>
    PlainVisitor.start(origin, api_key, agent_id, `https://harbour.example${path}`, undefined, context);
  await page.getByLabel("Available for visitors who ask for a person").check();
  const visitor = await begin("/orders", { plan: "Subscription, monthly", basket: 2 });
  const other = await begin("/coffees");
  await other.report({ type: "user_transcript", text: "Which coffee is good for a moka pot?" });
  await visitor.report(
    { type: "user_transcript", text: "My moka pot came broken." },
    { type: "agent_transcript", text: "I am sorry to hear that. Which part of it is broken?" },
    { type: "user_transcript", text: "The handle. May I talk to somebody?" },
  );
  // A person is waited for at any hour of the picture.
  const admin = new Admin(origin);
  const { hours } = await admin.call<{ hours: object }>("GET", `/projects/${project_id}`);
  await admin.call("PATCH", `/projects/${project_id}`, { hours: null });
  const request = { type: "person_requested", reason: "The pot is broken", summary: "The handle broke on the way." };
  while ((await visitor.report(request)).session.handled_by !== "waiting") await page.waitForTimeout(500);
  await admin.call("PATCH", `/projects/${project_id}`, { hours });
  await visitor.listen();
  await page.getByText("The pot is broken").first().waitFor();
  await page.locator("body").press("j");
  await page.getByText("The handle broke on the way.").waitFor();
  return [visitor, other];
}

/** The same, and somebody of the team has joined. */
async function joined(page: Page, sample: Sample): Promise<PlainVisitor[]> {
  const visitors = await waiting(page, sample);
  await page.locator("body").press("r");
  const field = page.getByLabel("To the visitor");
  await field.fill("I am sorry. A new one leaves today, and you may keep the old one.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByRole("region", { name: "What was said" }).getByText("A new one leaves today").waitFor();
  visitors[0]?.tell({ type: "message", text: "Thank you! That was quick." });
  await page.getByRole("region", { name: "What was said" }).getByText("That was quick").waitFor();
  visitors[0]?.tell({ type: "signal", kind: "ask" });
  await field.fill("You are welcome");
  return visitors;
}

const project = (tab: string, name = tab, act?: ConsoleScreen["act"]): ConsoleScreen => ({
  name,
  path: ({ project_id }) => `/console/#/projects/${project_id}/${tab}`,
  ...(act && { act }),
});
const heading = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { name }).first().waitFor();

/** Every screen of the console, and the pages beside it. */
export const CONSOLE_SCREENS: readonly ConsoleScreen[] = [
  { name: "overview", path: () => "/console/#/", act: heading(/./) },
  ...["projects", "ledger", "terms", "tokens"].map((tab) => ({
    name: `organization-${tab}`,
    path: ({ organization_id }: Sample) => `/console/#/organizations/${organization_id}/${tab}`,
    act: heading(/./),
  })),
  project("home", "home", heading("Harbour Coffee")),
  project("inbox", "inbox", heading("Inbox")),
  project("inbox", "inbox-waiting", waiting),
  project("inbox", "inbox-joined", joined),
  project("agents", "agents", heading("Agents")),
  {
    name: "agent",
    path: ({ project_id, agent_ids }) => `/console/#/projects/${project_id}/agents/${agent_ids[0]}`,
    act: heading("Tools"),
  },
  project("agents/new", "agent-new", heading("New agent")),
  project("look", "look", async (page) => {
    await page.getByRole("button", { name: "Save look" }).waitFor();
    await page.frameLocator("iframe").getByPlaceholder("Type a message").waitFor();
  }),
  project("knowledge", "knowledge", heading("Sources")),
  project("yesterday", "yesterday", heading(/Yesterday/)),
  project("sessions", "sessions", heading("Conversations")),
  project("sessions?reason=failed", "sessions-filtered", heading("Conversations")),
  {
    name: "session",
    path: ({ project_id, session_id }) => `/console/#/projects/${project_id}/sessions/${session_id}`,
    act: heading("Conversation"),
  },
  project("analytics", "analytics", heading("Analytics")),
  project("contacts", "contacts", heading("Contacts")),
  project("webhooks", "webhooks", heading("Webhooks")),
  project("rules", "rules", heading("Opening hours")),
  project("channels", "channels", heading(/./)),
  project("settings", "settings", heading(/./)),
  { name: "status", path: () => "/console/#/status", act: heading("Running") },
  { name: "operators", path: () => "/console/#/operators", act: heading("Operators") },
  { name: "audit", path: () => "/console/#/audit", act: heading("Audit log") },
  { name: "new-site", path: () => "/console/#/new-site", act: heading("New site") },
  { name: "guides", path: () => "/guides/", act: heading("Guides") },
  { name: "guide", path: () => "/guides/console", act: heading("The console") },
  { name: "playground", path: () => "/playground/", act: heading("Playground") },
  { name: "docs", path: () => "/docs", act: heading(/Voice Widget/) },
  { name: "demo", path: () => "/" },
];
