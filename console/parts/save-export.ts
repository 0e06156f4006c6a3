import type { Api } from "../api.ts";

/** Downloads a whole list as a file. */
export async function saveExport(
  host: EventTarget,
  api: Api,
  path: string,
  format: "csv" | "ndjson",
  query: Record<string, string> = {},
): Promise<void> {
  try {
    const url = URL.createObjectURL(await api.download(path, { query: { ...query, format } }));
    const link = Object.assign(document.createElement("a"), {
      href: url,
      download: `${path.split("/").pop()}.${format}`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    const detail = error instanceof Error ? error.message : "The download failed";
    host.dispatchEvent(new CustomEvent("notice", { detail, bubbles: true }));
  }
}
