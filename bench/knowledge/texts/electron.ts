import { readFileSync } from "node:fs";
import { join } from "node:path";
import { installed } from "./cache.ts";

/** A page as a site serves it. */
export interface SitePage {
  address: string;
  html: string;
}

interface Doc {
  href: string;
  title: string;
  html: string;
  isApiStructureDoc: boolean;
}

/** The English documentation of Electron as the package `electron-i18n` has it (MIT). */
export async function electronPages(): Promise<SitePage[]> {
  const folder = await installed("electron-i18n@1.3136.0");
  const docs = JSON.parse(readFileSync(join(folder, "electron-i18n/dist/docs.json"), "utf8")) as Record<
    string,
    Record<string, Doc>
  >;
  return Object.values(docs["en-US"] ?? {}).map(({ href, title, html }) => ({
    address: `https://docs.example${href}`,
    html: `<!doctype html><html lang="en"><title>${title} | Electron</title><main>${html}</main></html>`,
  }));
}
