import { readXml } from "./xml.ts";

/** Files of the archive by their names, as `partName` has them. */
export type Files = ReadonlyMap<string, Uint8Array>;

/**
 * What a file of an Office archive is found by: case counts for nothing there, some programs separate by backslashes, and some number
 * the parts that there is one of (`word/document2.xml`).
 */
export const partName = (name: string): string =>
  name
    .replaceAll("\\", "/")
    .toLowerCase()
    .replace(/^((?:word|xl|ppt)\/(?:_rels\/)?[a-z]+)\d+(?=\.xml(?:\.rels)?$)/, "$1");

/** The files that one in a folder names, by the ids that it gives them. */
export function targetsOf(files: Files, folder: string, file: string): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  readXml(files.get(`${folder}/_rels/${file}.xml.rels`), {
    open(name, { Id, Target }) {
      if (name === "Relationship" && Id && Target)
        targets.set(Id, partName(Target.startsWith("/") ? Target.slice(1) : `${folder}/${Target}`));
    },
  });
  return targets;
}
