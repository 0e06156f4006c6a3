import { dayOf } from "../../shared/time.ts";
import type { Api } from "../api.ts";
import type { Notice } from "../view.ts";

/** `harbour-coffee-sessions-2026-11-26`: whose list it is, of which days, or as of which. */
export function exportName(site: string, list: string, { from, to }: Record<string, string>): string {
  const name = site
    .toLocaleLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  const days = from || to ? [...new Set([from, to])].filter(Boolean).join("-to-") : dayOf(Date.now());
  return [name, list, days].filter(Boolean).join("-");
}

/** What Excel takes for the end of a cell: it goes by the decimal sign of this computer's language. */
export const spreadsheetOf = (language?: string): "comma" | "semicolon" =>
  (0.5).toLocaleString(language).includes(",") ? "semicolon" : "comma";

/** Downloads a whole list of a site as a file for a spreadsheet. */
export async function saveExport(
  host: EventTarget,
  api: Api,
  path: string,
  site: string,
  query: Record<string, string> = {},
): Promise<void> {
  try {
    const wanted = { ...query, format: "csv", spreadsheet: spreadsheetOf() };
    const url = URL.createObjectURL(await api.download(path, { query: wanted }));
    const link = Object.assign(document.createElement("a"), {
      href: url,
      download: `${exportName(site, path.split("/").pop() ?? "", query)}.csv`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    const text = error instanceof Error ? error.message : "The download failed";
    host.dispatchEvent(new CustomEvent<Notice>("notice", { detail: { text, failed: true }, bubbles: true }));
  }
}
