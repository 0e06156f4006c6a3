import { dayOf } from "../../shared/time.ts";
import type { Api } from "../api.ts";

/** `harbour-coffee-sessions-2026-11-26`: whose list it is, of which days, or as of which; `from-2026-11-26` where it begins there and has no end. */
export function exportName(site: string, list: string, { from, to }: Record<string, string>): string {
  const name = site
    .toLocaleLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  const open = from ? `from-${from}` : to ? `until-${to}` : dayOf(Date.now());
  const days = from && to ? [...new Set([from, to])].join("-to-") : open;
  return [name, list, days].filter(Boolean).join("-");
}

/** What Excel takes for the end of a cell: it goes by the decimal sign of this computer's language. */
export const spreadsheetOf = (language?: string): "comma" | "semicolon" =>
  (0.5).toLocaleString(language).includes(",") ? "semicolon" : "comma";

/** Downloads a whole list of a site as a file for a spreadsheet. */
export async function saveExport(
  api: Api,
  path: string,
  site: string,
  query: Record<string, string> = {},
): Promise<void> {
  const wanted = { ...query, format: "csv", spreadsheet: spreadsheetOf() };
  const url = URL.createObjectURL(await api.download(path, { query: wanted }));
  const link = Object.assign(document.createElement("a"), {
    href: url,
    download: `${exportName(site, path.split("/").pop() ?? "", query)}.csv`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
