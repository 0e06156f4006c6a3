import type { Page } from "playwright-core";

/**
 * What `npm run bench -- first-audio` asks for in the environment: `PAGE_LATENCY_MS`, a round trip between page and
 * service, and `OFFER_APART`, whether the page's offer goes in a request of its own.
 */
export async function prepareMeasurement(page: Page): Promise<void> {
  const { PAGE_LATENCY_MS, OFFER_APART } = process.env;
  if (PAGE_LATENCY_MS) {
    const session = await page.context().newCDPSession(page);
    const unlimited = { downloadThroughput: -1, uploadThroughput: -1 };
    const latency = Number(PAGE_LATENCY_MS);
    await session.send("Network.emulateNetworkConditions", { offline: false, latency, ...unlimited });
  }
  if (!OFFER_APART) return;
  await page.route("**/widget/v1/config", async (route) => {
    const response = await route.fetch();
    const config = (await response.json()) as { agents: { connection: { offer?: true } | null }[] };
    for (const { connection } of config.agents) delete connection?.offer;
    await route.fulfill({ response, json: config });
  });
}
