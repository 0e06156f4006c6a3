import * as z from "zod";
import { integer } from "./fields.ts";
import { address, choosing } from "./knowledge.ts";

/** Body of `POST /projects/{id}/sources/preview`. */
export const sourcePreview = z.strictObject({
  url: address.describe("What the source would be given: a site's own address, a sitemap or a feed."),
  ...choosing,
});
export type SourcePreview = z.infer<typeof sourcePreview>;

const found_by = z.enum(["sitemap", "feed", "links"]);

/** What an address leads to, before anything of it is read. */
export const sitePreview = z.object({
  url: z.string().describe("Where it leads to."),
  addresses: integer().describe("Of the site's pages that were found."),
  chosen: integer().describe("Those that the patterns leave."),
  forbidden: integer().describe(
    "Found as well, but robots.txt does not allow them to be read: they count nowhere else.",
  ),
  room: integer().describe("How many pages the project can still take."),
  complete: z
    .boolean()
    .describe(
      "Whether that is all. A look ends after 20 s, 20 sitemaps or feeds, 10 pages whose links are followed, 20 MB of these (of pages a fifth), and where a long robots.txt would be compared with too many addresses.",
    ),
  ways: z
    .array(
      z.object({
        kind: found_by,
        url: z.string(),
        addresses: integer().describe("New ones that it names."),
        problem: z.string().nullable().describe("Why it could not be read."),
      }),
    )
    .describe("Where they were found."),
  folders: z
    .array(
      z.object({
        path: z.string().describe("Stands as a pattern, too."),
        addresses: integer(),
        chosen: integer(),
        examples: z.array(z.string()),
      }),
    )
    .describe("The largest first, 50 at most."),
  problem: z.string().nullable().describe("Why nothing could be found, and what to do."),
});
export type SitePreview = z.infer<typeof sitePreview>;
