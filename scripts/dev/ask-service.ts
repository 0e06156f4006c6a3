/** What `npm start` asks the service that it has just started, as its operator. */
export class Service {
  readonly #origin: string;
  readonly #adminToken: string;

  constructor(origin: string, adminToken: string) {
    this.#origin = origin;
    this.#adminToken = adminToken;
  }

  /** Makes the demo site, or finds it. @returns its snippet */
  async seedDemoSite(): Promise<string> {
    const { snippet } = await this.#ask<{ snippet: string }>("POST", "/demo-site", "The demo site could not be set up");
    return snippet;
  }

  /** What keeps vendors from being called, a line for each slot; the external provider is nobody's until an agent uses it. */
  async vendorProblems(): Promise<string[]> {
    type Providers = { items: { provider: string; detail: string | null }[] };
    const { items } = await this.#ask<Providers>("GET", "/providers", "The vendors could not be read");
    return items.flatMap(({ provider, detail }) => (detail && provider !== "provider_x" ? [detail] : []));
  }

  async #ask<T>(method: "GET" | "POST", path: string, failure: string): Promise<T> {
    const response = await fetch(`${this.#origin}/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#adminToken}`, "content-type": "application/json" },
      ...(method === "POST" && { body: "{}" }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${failure}: ${response.status} ${text.slice(0, 500)}`);
    return JSON.parse(text) as T;
  }
}
