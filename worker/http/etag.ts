/** Whether `If-None-Match` names this version; weak and strong names are the same here. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(",").some((name) => name.trim() === "*" || name.trim().replace(/^W\//, "") === etag) ?? false;
