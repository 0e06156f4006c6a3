import { afterAll, afterEach, beforeAll } from "vitest";
import { makeDemoOrganization } from "../service/demo-organization.ts";
import { startDemoPage } from "../service/demo-page.ts";
import { Admin, type DemoSite } from "../service/operator.ts";
import type { ProxiedWebsite } from "../service/proxied-website.ts";
import { borrow } from "../shared/borrow.ts";
import type { BrowserOptions, TestBrowser } from "./browser.ts";
import { openBrowser } from "./shared-browser.ts";

/** What `startDemo` made. The service is shared with other files: `demo` is what this one may change. */
export let server: { origin: string };
export let admin: Admin;
export let demo: DemoSite;
/** The demo page with this file's key. */
export let demoPage: ProxiedWebsite;
export let browser: TestBrowser;

/** For all tests of the file that calls it: an organization like the demo site's, its page, and visitors for each test. */
export function startDemo(options: BrowserOptions = {}): void {
  beforeAll(async () => {
    const [origin, opened] = await Promise.all([borrow("service"), openBrowser(options)]);
    server = { origin };
    browser = opened;
    admin = new Admin(origin);
    demo = await makeDemoOrganization(admin);
    demoPage = await startDemoPage(origin, demo);
  });
  afterEach(() => browser?.close());
  afterAll(() => demoPage?.close());
}
