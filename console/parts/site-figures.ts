import { html, nothing } from "lit";
import type { Organization, SiteDay } from "../answers.ts";
import { figure } from "./figure.ts";
import { count, decimal, duration } from "./format.ts";

/** What is spent in a day, by the last seven. */
const aDay = (sites: readonly SiteDay[]): number => sites.reduce((sum, { week_credits }) => sum + week_credits, 0) / 7;

/**
 * How many days the credit of an organization lasts, `null` where nothing was spent.
 * @param sites all that it pays for
 */
export function daysLeft({ credit }: Pick<Organization, "credit">, sites: readonly SiteDay[]): number | null {
  const spent = aDay(sites);
  return spent === 0 ? null : Math.floor(Math.max(0, credit.available) / spent);
}

export const daysText = (days: number): string =>
  days > 365 ? "over a year" : days === 1 ? "1 day" : `${count(days)} days`;

/** The figures of a site's day, and how long its credit lasts. @param sites all of its organization */
export function siteFigures(sites: readonly SiteDay[], project_id: number, organization: Organization | null) {
  const site = sites.find((one) => one.project_id === project_id);
  const { calls = 0, connected = 0, test_calls = 0, seconds = 0, ratings = 0, rating_sum = 0 } = site ?? {};
  const apart = [
    calls > connected ? `${count(calls - connected)} did not start` : "",
    test_calls > 0 ? `and ${test_calls === 1 ? "1 test call" : `${count(test_calls)} test calls`}` : "",
  ];
  const days = organization && daysLeft(organization, sites);
  return html`<dl class="figures">
    ${figure("Calls", count(calls), apart.filter(Boolean).join(", ") || nothing)}
    ${figure("Talk time", duration(seconds * 1000), connected > 0 ? `${duration((seconds / connected) * 1000)} a call` : nothing)}
    ${figure("Rating", ratings > 0 ? decimal(rating_sum / ratings) : "–", ratings > 0 ? `of 5, by ${count(ratings)}` : nothing)}
    ${
      organization
        ? figure(
            days === null ? "Credit" : "Credit lasts",
            days === null ? count(organization.credit.available) : daysText(days),
            days === null ? "credits" : `${count(organization.credit.available)} credits, at last week’s rate`,
            days !== null && days < 3,
          )
        : nothing
    }
  </dl>`;
}
