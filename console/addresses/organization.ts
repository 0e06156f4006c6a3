import { html, type TemplateResult } from "lit";
import type { Credit, Organization } from "../answers.ts";
import type { Api } from "../api.ts";
import { TILES } from "../icons.ts";

/** What a screen of an organization is drawn from. */
interface OfOrganization {
  api: Api;
  operator: boolean;
  organization: Organization;
  query: URLSearchParams;
  /** Reads the organization anew. */
  changed: () => void;
  credited: (credit: Credit) => void;
}

interface OrganizationScreen {
  /** What it is called: in the rail, in the palette and in the document's title. */
  label: string;
  icon: string;
  /** A heading of docs/console.md. */
  guide: string;
  draw(given: OfOrganization): TemplateResult;
}

/** The screens at `#/organizations/<id>/<tab>`, in the order of the rail; the first is at `#/organizations/<id>` too. */
const SCREENS = {
  projects: {
    label: "Sites",
    icon: TILES,
    guide: "sites-and-organizations",
    draw: ({ api, organization }) =>
      html`<vc-projects class="tabbed" .api=${api} .orgId=${organization.id}></vc-projects>`,
  },
  ledger: {
    label: "Credit ledger",
    icon: "M3.5 5h13v10h-13ZM3.5 8.5h13M6 12h3",
    guide: "credit-plan-and-tokens",
    draw: ({ api, operator, organization, query, credited }) =>
      html`<vc-ledger
        class="tabbed"
        .api=${api}
        .operator=${operator}
        .orgId=${organization.id}
        .query=${query}
        @credit=${(event: CustomEvent<Credit>) => credited(event.detail)}
      ></vc-ledger>`,
  },
  terms: {
    label: "Plan",
    icon: "M5 3.5h7l3 3v10H5ZM7.5 9h5M7.5 12.5h5",
    guide: "credit-plan-and-tokens",
    draw: ({ api, operator, organization, changed }) =>
      html`<vc-terms
        class="tabbed"
        .api=${api}
        .operator=${operator}
        .organization=${organization}
        @changed=${changed}
      ></vc-terms>`,
  },
  tokens: {
    label: "Tokens",
    icon: "M7 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM9.5 10.5l7-7M13.5 6.5l2 2",
    guide: "credit-plan-and-tokens",
    draw: ({ api, organization }) => html`<vc-tokens class="tabbed" .api=${api} .orgId=${organization.id}></vc-tokens>`,
  },
} satisfies Record<string, OrganizationScreen>;

export type OrganizationTab = keyof typeof SCREENS;
export const ORGANIZATION_SCREENS: Record<OrganizationTab, OrganizationScreen> = SCREENS;
export const ORGANIZATION_TABS = Object.keys(SCREENS) as OrganizationTab[];
