import type { Whoami } from "../../shared/operators.ts";
import { ORGANIZATION_SCREENS, ORGANIZATION_TABS } from "../addresses/organization.ts";
import { serviceListed } from "../addresses/service.ts";
import { SITE_GROUPS, SITE_SCREENS } from "../addresses/site.ts";
import type { OrganizationListed, Project } from "../answers.ts";
import { to } from "../router.ts";

/** A place that the palette leads to, or something that it does. */
export interface Destination {
  label: string;
  /** What kind it is, or to which site it belongs; searched like the label. */
  detail: string;
  /** An address of the console, or of another page of the service. */
  href: string;
}

interface Known {
  me: Whoami;
  /** The site on screen. */
  project: Pick<Project, "id" | "name"> | null;
  organization: Pick<OrganizationListed, "id" | "name"> | null;
  projects: readonly Pick<Project, "id" | "name" | "org_id">[];
  organizations: readonly Pick<OrganizationListed, "id" | "name">[];
}

const act = (label: string, detail: string, href: string): Destination => ({ label, detail, href });

/** What people do most often, of the site on screen first. */
function actions({ me, project, organization }: Known): Destination[] {
  const of = project?.name ?? "";
  const own = project
    ? [
        act("Make a test call", of, `${to.project(project.id)}?do=call`),
        act("Search conversations", of, to.project(project.id, "sessions")),
        act("See yesterday", of, to.project(project.id, "yesterday")),
        act("Create an agent", of, to.project(project.id, "agents", "new")),
        act("Add a source", of, `${to.project(project.id, "knowledge")}?do=add`),
        act("Create a channel", of, `${to.project(project.id, "channels")}?do=add`),
        act("Copy the snippet", of, to.project(project.id, "channels")),
        act("Change opening hours", of, to.project(project.id, "rules")),
      ]
    : [];
  const grant = organization && me.kind === "operator";
  return [
    ...own,
    ...(grant ? [act("Grant credit", organization.name, `${to.organization(organization.id, "ledger")}?do=add`)] : []),
    act("Create a site", "", to.newSite(organization?.id)),
    act("Read the guides", "", "/guides/"),
  ];
}

/** Every site and organization, the sites with whom they belong to. */
export const sites = ({ projects, organizations }: Known): Destination[] => [
  ...projects.map(({ id, name, org_id }) =>
    act(name, organizations.find((one) => one.id === org_id)?.name ?? "Site", to.project(id)),
  ),
  ...organizations.map(({ id, name }) => act(name, "Organization", to.organization(id))),
];

export function destinations(known: Known): Destination[] {
  const { me, project, organization } = known;
  return [
    ...(project
      ? SITE_GROUPS.flat().map((tab) => act(SITE_SCREENS[tab].label, project.name, to.project(project.id, tab)))
      : []),
    ...actions(known),
    ...(organization
      ? ORGANIZATION_TABS.map((tab) =>
          act(ORGANIZATION_SCREENS[tab].label, organization.name, to.organization(organization.id, tab)),
        )
      : []),
    ...serviceListed(me).map(({ name, label, detail }) => act(label, detail, to.service(name))),
    ...sites(known),
  ];
}

/** Those that have every word, also a part of one; what begins with the words comes first. */
export function matching(all: readonly Destination[], typed: string): Destination[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const whole = words.join(" ");
  return all
    .filter(({ label, detail }) => {
      const text = `${label} ${detail}`.toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => rank(a, whole) - rank(b, whole));
}

function rank({ label }: Destination, typed: string): number {
  const text = label.toLocaleLowerCase();
  if (text.startsWith(typed)) return 0;
  return text.includes(typed) ? 1 : 2;
}
