import { micromark } from "micromark";
import { DEMO_SOURCES } from "../../../worker/projects/demo-knowledge.ts";
import type { SitePage } from "./electron.ts";

/** The pages of the demo's shop; the only text here that is ours. */
export async function demoPages(): Promise<SitePage[]> {
  return DEMO_SOURCES.map(({ title, text }) => ({
    address: `https://coffee.example/${title.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`,
    html: `<!doctype html><html lang="en"><title>${title}</title><main>${micromark(text)}</main></html>`,
  }));
}
