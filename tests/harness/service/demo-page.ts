import type { DemoSite } from "./operator.ts";
import { type ProxiedWebsite, startProxiedWebsite } from "./proxied-website.ts";

/** The service's demo page with another key on it, at `/` of an origin of its own; its security policy is left out. */
export async function startDemoPage(service: string, { api_key }: DemoSite): Promise<ProxiedWebsite> {
  const page = await (await fetch(`${service}/`)).text();
  const site = await startProxiedWebsite(service);
  site.put("/", page.replace(/<voice-widget[^>]*>/, `<voice-widget api-key="${api_key}">`));
  return site;
}
