import { ORGANIZATION_TABS, type OrganizationTab } from "./addresses/organization.ts";
import { SERVICE_NAMES, type ServiceName } from "./addresses/service.ts";
import { PROJECT_TABS, type ProjectTab, SITE_SCREENS } from "./addresses/site.ts";

/** Hash routes: every screen has an address that can be bookmarked, sent and opened again. */

/** Tabs by names that bookmarks may still have. */
const EARLIER_TABS = new Map<string, ProjectTab>([["morning", "yesterday"]]);

export type Route =
  | { screen: ServiceName }
  | { screen: "organization"; id: number; tab: OrganizationTab }
  | { screen: "project"; id: number; tab: ProjectTab; item: string | null }
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
  const service = SERVICE_NAMES.find((name) => name !== "overview" && name === screen);
  if (service && id === undefined) return { route: { screen: service }, query };
  if (id === undefined || !/^[1-9]\d{0,14}$/.test(id) || rest.length > 0) return unknown;
  if (screen === "organizations" && item === undefined) {
    const tabName = ORGANIZATION_TABS.find((name) => name === (tab ?? "projects"));
    if (tabName) return { route: { screen: "organization", id: Number(id), tab: tabName }, query };
  }
  if (screen === "projects") {
    const tabName = PROJECT_TABS.find((name) => name === (tab ?? "home")) ?? EARLIER_TABS.get(tab ?? "");
    if (tabName && (item === undefined || SITE_SCREENS[tabName].items))
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
  service: (name: ServiceName) => `#/${name === "overview" ? "" : name}`,
  overview: () => "#/",
  audit: (filters: Record<string, string> = {}) => withQuery("#/audit", filters),
  newSite: (org_id?: number) => `#/new-site${org_id === undefined ? "" : `?org=${org_id}`}`,
  organization: (id: number, tab: OrganizationTab = "projects") => `#/organizations/${id}/${tab}`,
  project: (id: number, tab: ProjectTab = "home", item?: string | number) =>
    `#/projects/${id}/${tab}${item === undefined ? "" : `/${encodeURIComponent(item)}`}`,
};
