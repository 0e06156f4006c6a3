import type { Page } from "playwright-core";
import type { Sample } from "../harness/service/console-sample.ts";

interface ConsoleScreen {
  name: string;
  path(sample: Sample): string;
  /** What is done there before the picture. */
  act?(page: Page): Promise<unknown>;
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
