/** Hash routes: every screen has an address that can be bookmarked, sent and opened again. */

export const ORGANIZATION_TABS = ["projects", "ledger", "terms", "tokens"] as const;
export type OrganizationTab = (typeof ORGANIZATION_TABS)[number];

export const PROJECT_TABS = [
  "home",
  "inbox",
  "agents",
  "channels",
  "look",
  "knowledge",
  "yesterday",
  "sessions",
  "contacts",
  "webhooks",
  "analytics",
  "rules",
  "settings",
] as const;
export type ProjectTab = (typeof PROJECT_TABS)[number];

/** Tabs by names that bookmarks may still have. */
const EARLIER_TABS = new Map<string, ProjectTab>([["morning", "yesterday"]]);

export type Route =
  | { screen: "overview" }
  | { screen: "organization"; id: number; tab: OrganizationTab }
  | { screen: "project"; id: number; tab: ProjectTab; item: string | null }
  | { screen: "audit" }
  | { screen: "status" }
  | { screen: "operators" }
  | { screen: "new-site" }
  | { screen: "unknown"; path: string };

export interface Place {
  route: Route;
  query: URLSearchParams;
}

/** Reads `location.hash`, e.g. `#/projects/3/sessions/ses_…?state=active`. */
export function parse(hash: string): Place {
  const [path = "", search = ""] = hash.replace(/^#/, "").split("?", 2);
  const query = new URLSearchParams(search);
  const [screen, id, tab, item, ...rest] = path.split("/").filter(Boolean).map(decode);
  const unknown: Place = { route: { screen: "unknown", path }, query };

  // A link that signs in leads to the first screen; controllers/identity.ts reads its code.
  if (screen === undefined || screen === "sign-in") return { route: { screen: "overview" }, query };
  if (screen === "audit" && id === undefined) return { route: { screen: "audit" }, query };
  if (screen === "status" && id === undefined) return { route: { screen: "status" }, query };
  if (screen === "operators" && id === undefined) return { route: { screen: "operators" }, query };
  if (screen === "new-site" && id === undefined) return { route: { screen: "new-site" }, query };
  if (id === undefined || !/^[1-9]\d{0,14}$/.test(id) || rest.length > 0) return unknown;
  if (screen === "organizations" && item === undefined) {
    const tabName = ORGANIZATION_TABS.find((name) => name === (tab ?? "projects"));
    if (tabName) return { route: { screen: "organization", id: Number(id), tab: tabName }, query };
  }
  if (screen === "projects") {
    const tabName = PROJECT_TABS.find((name) => name === (tab ?? "home")) ?? EARLIER_TABS.get(tab ?? "");
    const itemFits = item === undefined || tabName === "agents" || tabName === "sessions" || tabName === "inbox";
    if (tabName && itemFits)
      return { route: { screen: "project", id: Number(id), tab: tabName, item: item ?? null }, query };
  }
  return unknown;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** An address with a query. What is empty is left out. */
export function withQuery(path: string, query: Record<string, string>): string {
  const set = Object.entries(query).filter(([, value]) => value !== "");
  return set.length > 0 ? `${path}?${new URLSearchParams(set)}` : path;
}

/** Addresses of the screens, for `href`. */
export const to = {
  overview: () => "#/",
  audit: (filters: Record<string, string> = {}) => withQuery("#/audit", filters),
  status: () => "#/status",
  operators: () => "#/operators",
  newSite: (org_id?: number) => `#/new-site${org_id === undefined ? "" : `?org=${org_id}`}`,
  organization: (id: number, tab: OrganizationTab = "projects") => `#/organizations/${id}/${tab}`,
  project: (id: number, tab: ProjectTab = "home", item?: string | number) =>
    `#/projects/${id}/${tab}${item === undefined ? "" : `/${encodeURIComponent(item)}`}`,
};
