import { html, type TemplateResult } from "lit";
import type { Whoami } from "../../shared/operators.ts";
import { DAY_MS, dayOf } from "../../shared/time.ts";
import type { Organization, Project } from "../answers.ts";
import type { Api } from "../api.ts";
import { PERSON } from "../icons.ts";

/** What a screen of a site is drawn from. */
interface OfSite {
  api: Api;
  me: Whoami;
  project: Project;
  /** Who pays; `null` for nobody. */
  organization: Organization | null;
  /** An agent's id or `new`, or a session's id: what is shown instead of the list, or beside it. */
  item: string | null;
  query: URLSearchParams;
  /** What is still to do until visitors can call. */
  setup: TemplateResult;
  /** Reads the site anew. */
  changed: () => void;
}

/** Groups of the rail: today, visitors, what answers them, the site. */
const GROUPS = ["today", "visitors", "answers", "site"] as const;

interface SiteScreen {
  /** What it is called: in the rail, in the palette, and where it has no other title. */
  label: string;
  /** Where the rail has it; a screen without a group is listed neither there nor in the palette. */
  group?: (typeof GROUPS)[number];
  icon: string;
  /** A heading of docs/console.md. */
  guide: string;
  /** Whether an item may follow in the address. */
  items?: boolean;
  /** Whether it needs a heading above it: it has none of its own. */
  headed?: boolean;
  draw(given: OfSite): TemplateResult;
}

const home = (day: string | null, { api, project, organization, query, setup }: OfSite) => html`<vc-home
  class="tabbed"
  .api=${api}
  .project=${project}
  .organization=${organization}
  .day=${day}
  .query=${query}
  .setup=${setup}
></vc-home>`;

const HOME = { label: "Home", icon: "M3.5 9 10 3.5 16.5 9v7.5h-4.2v-4.6H7.7v4.6H3.5Z", guide: "home" };

/** The screens at `#/projects/<id>/<tab>`, each group in the order of the rail; the first is at `#/projects/<id>` too. */
const SCREENS = {
  home: { ...HOME, group: "today", draw: (given) => home(given.query.get("day"), given) },
  yesterday: { ...HOME, draw: (given) => home(dayOf(Date.now() - DAY_MS), given) },
  inbox: {
    label: "Inbox",
    group: "visitors",
    icon: "M3.5 11h3.6l1.2 2h3.4l1.2-2h3.6M3.5 11l2-6.5h9l2 6.5v5h-13Z",
    guide: "inbox",
    items: true,
    draw: ({ api, me, project, item }) =>
      html`<vc-inbox class="tabbed" .api=${api} .me=${me} .projectId=${project.id} .item=${item}></vc-inbox>`,
  },
  sessions: {
    label: "Conversations",
    group: "visitors",
    icon: "M4 4.5h12v8.7H9.3L6 16v-2.8H4Z",
    guide: "conversations",
    items: true,
    draw: ({ api, me, project, item, query }) =>
      item === null
        ? html`<vc-sessions class="tabbed" .api=${api} .projectId=${project.id} .site=${project.name} .query=${query}></vc-sessions>`
        : html`<vc-session class="tabbed" .api=${api} .me=${me} .projectId=${project.id} .sessionId=${item} .query=${query}></vc-session>`,
  },
  contacts: {
    label: "Contacts",
    group: "visitors",
    icon: PERSON,
    guide: "contacts",
    draw: ({ api, project, query }) =>
      html`<vc-contacts class="tabbed" .api=${api} .projectId=${project.id} .site=${project.name} .query=${query}></vc-contacts>`,
  },
  analytics: {
    label: "Analytics",
    group: "visitors",
    icon: "M4 16.5V11M8 16.5v-9M12 16.5V9M16 16.5v-13",
    guide: "analytics",
    draw: ({ api, project, query }) =>
      html`<vc-analytics class="tabbed" .api=${api} .projectId=${project.id} .query=${query}></vc-analytics>`,
  },
  agents: {
    label: "Agents",
    group: "answers",
    icon: "M3.5 10h1M6.5 7v6M10 4v12M13.5 7v6M16.5 10h-1",
    guide: "agents",
    items: true,
    draw: ({ api, project, organization, item }) =>
      item === null
        ? html`<vc-agents class="tabbed" .api=${api} .projectId=${project.id}></vc-agents>`
        : html`<vc-agent class="tabbed" .api=${api} .projectId=${project.id} .agentId=${item}
            .features=${organization?.features ?? null}></vc-agent>`,
  },
  knowledge: {
    label: "Knowledge",
    group: "answers",
    icon: "M10 5.8C8.3 4.6 6 4.2 3.5 4.5v10.7c2.5-.3 4.8.1 6.5 1.3 1.7-1.2 4-1.6 6.5-1.3V4.5C14 4.2 11.7 4.6 10 5.8Zm0 0v10.7",
    guide: "knowledge",
    headed: true,
    draw: ({ api, project, query }) =>
      html`<vc-knowledge class="tabbed" .api=${api} .projectId=${project.id} .query=${query}></vc-knowledge>`,
  },
  look: {
    label: "Look",
    group: "answers",
    icon: "M10 3.5a6.5 6.5 0 1 0 0 13c1.3 0 1.5-.9 1-1.7-.6-1 0-2.1 1.2-2.1h1.8c1.5 0 2.5-1.2 2.5-2.9 0-3.5-2.9-6.3-6.5-6.3ZM6.8 9.5h.01M9.5 6.8h.01M13 7.8h.01",
    guide: "look",
    headed: true,
    draw: ({ api, project, changed }) =>
      html`<vc-look class="tabbed" .api=${api} .project=${project} @changed=${changed}></vc-look>`,
  },
  channels: {
    label: "Install",
    group: "site",
    icon: "m7 6.5-3.5 3.5L7 13.5M13 6.5l3.5 3.5-3.5 3.5M11.3 4.5l-2.6 11",
    guide: "install",
    headed: true,
    draw: ({ api, project, query }) =>
      html`<vc-channels class="tabbed" .api=${api} .projectId=${project.id} .query=${query}></vc-channels>
        <vc-keys class="tabbed" .api=${api} .projectId=${project.id}></vc-keys>`,
  },
  rules: {
    label: "Hours",
    group: "site",
    icon: "M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM10 6.5V10l2.5 1.5",
    guide: "hours-and-limits",
    headed: true,
    draw: ({ api, project, changed }) =>
      html`<vc-rules class="tabbed" .api=${api} .project=${project} @changed=${changed}></vc-rules>`,
  },
  webhooks: {
    label: "Webhooks",
    group: "site",
    icon: "M8.2 11.8a3 3 0 0 1 0-4.3l2.3-2.3a3 3 0 0 1 4.3 4.3L13.5 10.8M11.8 8.2a3 3 0 0 1 0 4.3l-2.3 2.3a3 3 0 0 1-4.3-4.3L6.5 9.2",
    guide: "webhooks",
    draw: ({ api, project }) => html`<vc-webhooks class="tabbed" .api=${api} .projectId=${project.id}></vc-webhooks>`,
  },
  settings: {
    label: "Settings",
    group: "site",
    icon: "M3.5 6h6M13.5 6h3M3.5 14h3M10.5 14h6M11.5 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8.5 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
    guide: "site-settings",
    headed: true,
    draw: ({ api, project, changed }) =>
      html`<vc-project-settings class="tabbed" .api=${api} .project=${project} @changed=${changed}></vc-project-settings>`,
  },
} satisfies Record<string, SiteScreen>;

export type ProjectTab = keyof typeof SCREENS;
export const SITE_SCREENS: Record<ProjectTab, SiteScreen> = SCREENS;
export const PROJECT_TABS = Object.keys(SCREENS) as ProjectTab[];

/** What the rail and the palette lead to, group by group. */
export const SITE_GROUPS: readonly (readonly ProjectTab[])[] = GROUPS.map((group) =>
  PROJECT_TABS.filter((tab) => SITE_SCREENS[tab].group === group),
);
