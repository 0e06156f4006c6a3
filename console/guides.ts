import type { OrganizationTab, ProjectTab, Route } from "./router.ts";

/** Headings of docs/console.md, one for each screen. */
const PROJECT: Record<ProjectTab, string> = {
  home: "home",
  inbox: "inbox",
  agents: "agents",
  channels: "install",
  look: "look",
  knowledge: "knowledge",
  yesterday: "home",
  sessions: "conversations",
  contacts: "contacts",
  webhooks: "webhooks",
  analytics: "analytics",
  rules: "hours-and-limits",
  settings: "project-settings",
};
const ORGANIZATION: Record<OrganizationTab, string> = {
  projects: "sites-and-organizations",
  ledger: "credit-plan-and-tokens",
  terms: "credit-plan-and-tokens",
  tokens: "credit-plan-and-tokens",
};

function headingFor(route: Route): string {
  switch (route.screen) {
    case "project":
      return PROJECT[route.tab];
    case "organization":
      return ORGANIZATION[route.tab];
    case "overview":
    case "new-site":
      return "sites-and-organizations";
    case "audit":
      return "audit-log";
    case "status":
      return "service-status";
    case "operators":
      return "operators";
    case "unknown":
      return "the-console";
  }
}

/** Where the guide on a screen is served. */
export const guideOf = (route: Route): string => `/guides/console#${headingFor(route)}`;
