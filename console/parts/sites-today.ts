import { html, nothing } from "lit";
import { dayOf } from "../../shared/time.ts";
import type { SiteDay } from "../answers.ts";
import { to } from "../router.ts";
import { figure } from "./figure.ts";
import { count, dayBegins, duration } from "./format.ts";
import { badge } from "./page.ts";
import { type Columns, numbers, table } from "./table.ts";

const sum = (sites: readonly SiteDay[], of: (site: SiteDay) => number) =>
  sites.reduce((total, site) => total + of(site), 0);
const isBroken = ({ unreachable_agents }: SiteDay) => unreachable_agents.length > 0;

/** Where something is wrong comes first, then where most happens. */
const byNeed = (a: SiteDay, b: SiteDay): number =>
  Number(isBroken(b)) - Number(isBroken(a)) ||
  b.running - a.running ||
  b.calls - a.calls ||
  a.name.localeCompare(b.name);

/** @param named whether each site is shown with its organization */
const columns = (named: boolean): Columns<SiteDay> => ({
  Site: ({ project_id, name, org_name, unreachable_agents }) => html`<span>
    <a href=${to.project(project_id)} dir="auto">${name}</a>
    ${named ? html`<span class="sub" dir="auto">${org_name}</span>` : nothing}
    ${unreachable_agents.map(
      ({ name, detail }) => html`<span class="sub failed">Visitors cannot call ${name}: ${detail}</span>`,
    )}
  </span>`,
  "Calls today": numbers(({ calls }) => count(calls)),
  "Did not start": numbers(
    ({ calls, connected }) => count(calls - connected),
    ({ calls, connected }) => (calls > connected ? "failed" : ""),
  ),
  "Talk time": numbers(({ seconds }) => duration(seconds * 1000)),
  Now: (site) => {
    if (isBroken(site)) return badge("bad", "Cannot be called");
    return site.running > 0 ? badge("live", `${count(site.running)} running`) : badge("plain", "Quiet");
  },
});

/** What all sites come to today, and each of them; those of several organizations may have one name. */
export function sitesToday(sites: readonly SiteDay[]) {
  if (sites.length === 0) return nothing;
  const organizations = new Set(sites.map(({ org_id }) => org_id));
  const failed = sum(sites, (site) => site.calls - site.connected);
  return html`${dayBegins(dayOf(Date.now()))}
    <dl class="figures">
      ${figure("Calls today", count(sum(sites, ({ calls }) => calls)))}
      ${figure("Did not start", count(failed), nothing, failed > 0)}
      ${figure("Talk time", duration(sum(sites, ({ seconds }) => seconds) * 1000))}
      ${figure("Running now", count(sum(sites, ({ running }) => running)))}
    </dl>
    ${table(sites.toSorted(byNeed), columns(organizations.size > 1))}`;
}
