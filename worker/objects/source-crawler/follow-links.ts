import type { PageRules } from "../../documents/document.ts";
import type { FetchedPage } from "../../outbound/fetch-page.ts";
import { NOT_CHOSEN } from "./choice.ts";
import { linkedAddress, shapeOf } from "./links.ts";
import { NO_ROOM, otherHost, type Reading } from "./reading.ts";
import { PRODUCT } from "./robots.ts";
import type { Entry } from "./table.ts";

/** Links between the first page and any other. What is further away is as a rule made by a program, without end. */
const MAX_DEPTH = 10;
/** Addresses that differ only in numbers or in the values of a query. */
const MAX_ALIKE = 200;

/** Adds the pages that a page links to, where a site is read by its links. */
export function followLinks({ job, table, chosen }: Reading, entry: Entry, page: FetchedPage, rules: PageRules): void {
  if (table.site()?.step !== "links") return;
  const forbidden = rules.robots.some(
    ({ name, content }) =>
      (name === "robots" || name === PRODUCT.toLowerCase()) && /(^|[\s,])(nofollow|none)([\s,]|$)/i.test(content),
  );
  if (forbidden) return;
  const base =
    rules.base && URL.canParse(rules.base, page.address) ? new URL(rules.base, page.address).href : page.address;
  table.together(() => {
    if (entry.address === table.site()?.home)
      for (const feed of rules.feeds) {
        const url = URL.canParse(feed, base) ? new URL(feed, base).href : null;
        if (url !== null && otherHost(job, url) === null) table.add(url, "guess");
      }
    let room = job.room - table.pages();
    for (const written of rules.links) {
      const url = linkedAddress(written, base);
      if (url === null || otherHost(job, url.href) !== null || table.find(url.href)) continue;
      const shape = shapeOf(url);
      if (!chosen(url.href)) table.leaveOutOnce(NOT_CHOSEN, url.href);
      else if (entry.depth >= MAX_DEPTH)
        table.leaveOutOnce(`More than ${MAX_DEPTH} links away from the first page`, url.href);
      else if (room <= 0) table.leaveOutOnce(NO_ROOM, url.href);
      else if (shape !== null && !table.countShape(shape, MAX_ALIKE))
        table.leaveOutOnce(
          `More than ${MAX_ALIKE} addresses that differ in numbers or their query only, as a calendar's do`,
          url.href,
        );
      else if (table.add(url.href, "page", entry.depth + 1)) room--;
    }
  });
}
