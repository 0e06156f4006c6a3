import { html, type TemplateResult } from "lit";
import type { OrganizationTab, ProjectTab } from "../router.ts";

/** Drawn in 20 × 20 with one line, in the colour of the text beside them. */
const PATHS = {
  home: "M3.5 9 10 3.5 16.5 9v7.5h-4.2v-4.6H7.7v4.6H3.5Z",
  inbox: "M3.5 11h3.6l1.2 2h3.4l1.2-2h3.6M3.5 11l2-6.5h9l2 6.5v5h-13Z",
  sessions: "M4 4.5h12v8.7H9.3L6 16v-2.8H4Z",
  contacts: "M10 10.2a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4 16.5c.6-2.7 3-4 6-4s5.4 1.3 6 4",
  analytics: "M4 16.5V11M8 16.5v-9M12 16.5V9M16 16.5v-13",
  agents: "M3.5 10h1M6.5 7v6M10 4v12M13.5 7v6M16.5 10h-1",
  knowledge:
    "M10 5.8C8.3 4.6 6 4.2 3.5 4.5v10.7c2.5-.3 4.8.1 6.5 1.3 1.7-1.2 4-1.6 6.5-1.3V4.5C14 4.2 11.7 4.6 10 5.8Zm0 0v10.7",
  look: "M10 3.5a6.5 6.5 0 1 0 0 13c1.3 0 1.5-.9 1-1.7-.6-1 0-2.1 1.2-2.1h1.8c1.5 0 2.5-1.2 2.5-2.9 0-3.5-2.9-6.3-6.5-6.3ZM6.8 9.5h.01M9.5 6.8h.01M13 7.8h.01",
  channels: "m7 6.5-3.5 3.5L7 13.5M13 6.5l3.5 3.5-3.5 3.5M11.3 4.5l-2.6 11",
  rules: "M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM10 6.5V10l2.5 1.5",
  webhooks:
    "M8.2 11.8a3 3 0 0 1 0-4.3l2.3-2.3a3 3 0 0 1 4.3 4.3L13.5 10.8M11.8 8.2a3 3 0 0 1 0 4.3l-2.3 2.3a3 3 0 0 1-4.3-4.3L6.5 9.2",
  settings:
    "M3.5 6h6M13.5 6h3M3.5 14h3M10.5 14h6M11.5 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8.5 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  projects: "M3.5 3.5h5.5V9H3.5ZM11 3.5h5.5V9H11ZM3.5 11h5.5v5.5H3.5ZM11 11h5.5v5.5H11Z",
  ledger: "M3.5 5h13v10h-13ZM3.5 8.5h13M6 12h3",
  terms: "M5 3.5h7l3 3v10H5ZM7.5 9h5M7.5 12.5h5",
  tokens: "M7 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM9.5 10.5l7-7M13.5 6.5l2 2",
  audit: "M4 5h9M4 10h6M4 15h4M12 13.5l2 2 3-4",
  status: "M3 10h3l2-5 4 10 2-5h3",
  search: "M9 14a5 5 0 1 0 0-10 5 5 0 0 0 0 10ZM12.7 12.7l3.8 3.8",
  menu: "M3.5 6h13M3.5 10h13M3.5 14h13",
  switch: "m7 8 3-3 3 3M7 12l3 3 3-3",
} satisfies Record<Exclude<ProjectTab, "yesterday"> | OrganizationTab | "audit" | "status", string> &
  Record<string, string>;

export type IconName = keyof typeof PATHS;

export const icon = (name: IconName): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
