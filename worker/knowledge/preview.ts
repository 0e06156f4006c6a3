import { MAX_PAGES } from "../../shared/knowledge.ts";
import type { SitePreview, SourcePreview } from "../../shared/site-preview.ts";
import { VERSION } from "../../shared/version.ts";
import type { Actor } from "../actor.ts";
import { audit } from "../change.ts";
import { choiceOf } from "../objects/source-crawler/choice.ts";
import { lookAt } from "../objects/source-crawler/look.ts";
import { PRODUCT } from "../objects/source-crawler/robots.ts";
import { permit } from "../permissions.ts";
import { knowledgeSize } from "../storage/knowledge-sources.ts";
import type { Project } from "../storage/projects.ts";
import { readVariables } from "../variables.ts";

const MAX_FOLDERS = 50;
const MAX_EXAMPLES = 3;
/** Parts of a path that a folder is made of at most, where all is in one. */
const MAX_DEPTH = 4;
const ALMOST_ALL = 0.9;

/** What a site's address leads to, counted by folder, so that its owner can choose before anything is read. */
export async function previewSite(
  bindings: { DB: D1Database },
  actor: Actor,
  project: Pick<Project, "id" | "org_id">,
  { url, ...patterns }: SourcePreview,
  service_origin: string,
): Promise<SitePreview> {
  const record = { ...permit(actor, "source.preview", project), target: `project:${project.id}`, change: { url } };
  await audit(bindings.DB, record);
  const { pages } = await knowledgeSize(bindings.DB, project.id);
  const { addresses, ...found } = await lookAt(url, patterns, {
    user_agent: `${PRODUCT}/${VERSION} (+${service_origin})`,
    development: readVariables(bindings).ENVIRONMENT === "development",
  });
  const chosen = choiceOf(patterns);
  const wanted = new Set(addresses.filter(chosen));
  return {
    ...found,
    addresses: addresses.length,
    chosen: wanted.size,
    room: Math.max(0, MAX_PAGES - pages),
    folders: foldersOf(addresses, wanted).slice(0, MAX_FOLDERS),
  };
}

/** A page's folder, to a depth; a page in no folder is in `/`. */
function folderOf(address: string, depth: number): string {
  const parts = new URL(address).pathname.replace(/\/$/, "").split("/").slice(1, -1);
  return ["", ...parts.slice(0, depth), ""].join("/");
}

type Folder = SitePreview["folders"][number];

/** The largest first. A folder for almost all of them, such as a language's, leaves nothing to choose and is opened. */
function foldersOf(addresses: readonly string[], wanted: ReadonlySet<string>, depth = 1): Folder[] {
  const folders = new Map<string, Folder>();
  for (const address of addresses) {
    const path = folderOf(address, depth);
    const folder = folders.get(path) ?? { path, addresses: 0, chosen: 0, examples: [] };
    folder.addresses++;
    if (wanted.has(address)) folder.chosen++;
    if (folder.examples.length < MAX_EXAMPLES) folder.examples.push(address);
    folders.set(path, folder);
  }
  const sorted = [...folders.values()].sort((one, other) => other.addresses - one.addresses);
  const [first] = sorted;
  if (first && first.path !== "/" && depth < MAX_DEPTH && first.addresses >= addresses.length * ALMOST_ALL) {
    const inside = foldersOf(addresses, wanted, depth + 1);
    if (inside.length <= MAX_FOLDERS) return inside;
  }
  return sorted;
}
