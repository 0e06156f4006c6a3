import type { OrganizationTab, ProjectTab } from "../router.ts";

/** What the screens of a site are called: in the rail, in the palette, and where one has no other title. */
export const SITE_SCREENS: Record<ProjectTab, string> = {
  home: "Home",
  yesterday: "Home",
  inbox: "Inbox",
  sessions: "Conversations",
  contacts: "Contacts",
  analytics: "Analytics",
  agents: "Agents",
  knowledge: "Knowledge",
  look: "Look",
  channels: "Install",
  rules: "Hours",
  webhooks: "Webhooks",
  settings: "Settings",
};

/** The same in the order of the rail: today, visitors, what answers them, the site. */
export const SITE_GROUPS: readonly (readonly ProjectTab[])[] = [
  ["home"],
  ["inbox", "sessions", "contacts", "analytics"],
  ["agents", "knowledge", "look"],
  ["channels", "rules", "webhooks", "settings"],
];

export const ORGANIZATION_SCREENS: Record<OrganizationTab, string> = {
  projects: "Projects",
  ledger: "Credit ledger",
  terms: "Plan",
  tokens: "Tokens",
};
