import { readXml } from "./xml.ts";

/** Files of the archive by their names. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** The files that one in a folder names, by the ids that it gives them. */
export function targetsOf(files: Files, folder: string, file: string): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  readXml(files.get(`${folder}/_rels/${file}.xml.rels`), {
    open(name, { Id, Target }) {
      if (name === "Relationship" && Id && Target)
        targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `${folder}/${Target}`);
    },
  });
  return targets;
}
