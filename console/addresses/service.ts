import { html, type TemplateResult } from "lit";
import type { Whoami } from "../../shared/operators.ts";
import type { Api } from "../api.ts";
import { PERSON, TILES } from "../icons.ts";

/** What a screen of the service is drawn from. */
interface OfService {
  api: Api;
  me: Whoami;
  query: URLSearchParams;
}

interface ServiceScreen {
  /** What it is called in the palette. */
  label: string;
  /** The same beside its icon in the rail, where that is shorter. */
  short?: string;
  /** What the palette says beside the label; searched like it. */
  detail?: string;
  /** Its icon in the rail; a screen without one is listed neither there nor in the palette. */
  icon?: string;
  operatorsOnly?: boolean;
  /** A heading of docs/console.md. */
  guide: string;
  draw(given: OfService): TemplateResult;
}

/** The screens at `#/<name>`, which belong to no organization and no site, in the order of the rail. The overview is at `#/`. */
const SCREENS = {
  overview: {
    label: "Overview",
    detail: "All sites",
    icon: TILES,
    guide: "sites-and-organizations",
    draw: ({ api, me }) => html`<vc-overview .api=${api} .operator=${me.kind === "operator"}></vc-overview>`,
  },
  audit: {
    label: "Audit log",
    icon: "M4 5h9M4 10h6M4 15h4M12 13.5l2 2 3-4",
    guide: "audit-log",
    draw: ({ api, query }) => html`<vc-audit .api=${api} .query=${query}></vc-audit>`,
  },
  status: {
    label: "Service status",
    short: "Service",
    icon: "M3 10h3l2-5 4 10 2-5h3",
    operatorsOnly: true,
    guide: "service-status",
    draw: ({ api }) => html`<vc-status .api=${api}></vc-status>`,
  },
  operators: {
    label: "Operators",
    icon: PERSON,
    operatorsOnly: true,
    guide: "operators",
    draw: ({ api, me }) => html`<vc-operators .api=${api} .owner=${me.role === "owner"}></vc-operators>`,
  },
  "new-site": {
    label: "New site",
    guide: "sites-and-organizations",
    draw: ({ api, me, query }) =>
      html`<vc-new-site .api=${api} .operator=${me.kind === "operator"} .orgId=${numberOf(query.get("org"))}></vc-new-site>`,
  },
} satisfies Record<string, ServiceScreen>;

export type ServiceName = keyof typeof SCREENS;
export const SERVICE_SCREENS: Record<ServiceName, ServiceScreen> = SCREENS;
export const SERVICE_NAMES = Object.keys(SCREENS) as ServiceName[];

/** Those that the rail and the palette lead to. */
export const serviceListed = (me: Whoami): ({ name: ServiceName; icon: string; detail: string } & ServiceScreen)[] =>
  SERVICE_NAMES.flatMap((name) => {
    const { icon, operatorsOnly, detail = operatorsOnly ? "Operators only" : "", ...screen } = SERVICE_SCREENS[name];
    return icon && (me.kind === "operator" || !operatorsOnly) ? [{ name, icon, detail, ...screen }] : [];
  });

/** An id in an address, `null` where none is. */
const numberOf = (text: string | null): number | null => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);
