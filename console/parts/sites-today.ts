import { html, nothing } from "lit";
import type { SiteDay } from "../answers.ts";
import { to } from "../router.ts";
import { figure } from "./figure.ts";
import { count, duration } from "./format.ts";
import { badge } from "./page.ts";

const sum = (sites: readonly SiteDay[], of: (site: SiteDay) => number) =>
  sites.reduce((total, site) => total + of(site), 0);
const isBroken = ({ unreachable_agents }: SiteDay) => unreachable_agents.length > 0;

/** Where something is wrong comes first, then where most happens. */
const byNeed = (a: SiteDay, b: SiteDay): number =>
  Number(isBroken(b)) - Number(isBroken(a)) ||
  b.running - a.running ||
  b.calls - a.calls ||
  a.name.localeCompare(b.name);

/** What all sites come to today, and each of them. */
export function sitesToday(sites: readonly SiteDay[]) {
  if (sites.length === 0) return nothing;
  const failed = sum(sites, (site) => site.calls - site.connected);
  return html`<dl class="figures">
      ${figure("Calls today", count(sum(sites, ({ calls }) => calls)))}
      ${figure("Did not start", count(failed), nothing, failed > 0)}
      ${figure("Talk time", duration(sum(sites, ({ seconds }) => seconds) * 1000))}
      ${figure("Running now", count(sum(sites, ({ running }) => running)))}
    </dl>
    <div class="scroll">
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Site</th>
            <th scope="col" class="number">Calls today</th>
            <th scope="col" class="number">Did not start</th>
            <th scope="col" class="number">Talk time</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          ${sites.toSorted(byNeed).map(
            (site) => html`<tr>
              <td>
                <span>
                  <a href=${to.project(site.project_id)} dir="auto">${site.name}</a>
                  ${site.unreachable_agents.map(
                    ({ name, detail }) => html`<span class="sub failed">Visitors cannot call ${name}: ${detail}</span>`,
                  )}
                </span>
              </td>
              <td class="number" data-label="Calls today">${count(site.calls)}</td>
              <td class="number ${site.calls > site.connected ? "failed" : ""}" data-label="Did not start">
                ${count(site.calls - site.connected)}
              </td>
              <td class="number" data-label="Talk time">${duration(site.seconds * 1000)}</td>
              <td data-label="Now">
                ${
                  isBroken(site)
                    ? badge("bad", "Cannot be called")
                    : site.running > 0
                      ? badge("live", `${count(site.running)} running`)
                      : badge("plain", "Quiet")
                }
              </td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}
