import { createServer } from "node:http";

/** Somebody's website: one page, on an origin of its own. */
export interface Site {
  origin: string;
  close(): Promise<void>;
}

/** The two tags of an element that stands where the page wants it. */
export const elementTags = (service: string, key: string): string =>
  `<script type="module" src="${service}/voice-widget.js"></script><voice-widget api-key="${key}"></voice-widget>`;

/** The same, with attributes from the page's own address: `?user-id=alice`. */
export const addressedTags = (service: string, key: string): string => `${elementTags(service, key)}
<script>
  for (const [name, value] of new URLSearchParams(location.search))
    document.querySelector("voice-widget").setAttribute(name, value);
</script>`;

/** @param body of the page, with the snippet in it; a function where that is known later, or takes its time */
export async function startSite(body: string | (() => string | Promise<string>)): Promise<Site> {
  const server = createServer(async (request, response) => {
    if (request.url?.split("?")[0] !== "/") return response.writeHead(204).end();
    const shown = typeof body === "string" ? body : await body();
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang="en"><title>A site</title><h1>A site</h1>
<button onclick="this.textContent = 'works'">works?</button>${shown}</html>`);
  });
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  const address = server.address();
  if (!address || typeof address !== "object") throw new Error("the site has no port");
  return {
    origin: `http://localhost:${address.port}`,
    close: () => {
      // A browser opens connections that it has not used yet; waiting for them would take a minute.
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
