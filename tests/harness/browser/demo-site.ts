import { afterAll, beforeAll } from "vitest";
import { Admin, type DemoSite } from "../service/operator.ts";
import { type Server, startServer } from "../service/server.ts";
import { type BrowserOptions, launch, type TestBrowser } from "./browser.ts";

/** What `startDemo` started. */
export let server: Server;
export let admin: Admin;
export let demo: DemoSite;
export let browser: TestBrowser;

/** For all tests of the file that calls it: the service with its demo site, and a browser. */
export function startDemo(options: BrowserOptions = {}): void {
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), launch(options)]);
    admin = new Admin(server.origin);
    demo = await admin.demoSite();
  });
  afterAll(() => Promise.all([server?.stop(), browser?.close()]));
}
