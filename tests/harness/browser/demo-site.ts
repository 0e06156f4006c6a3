import { afterEach, beforeAll, beforeEach } from "vitest";
import { makeDemoOrganization } from "../service/demo-organization.ts";
import { startDemoPage } from "../service/demo-page.ts";
import { Admin, type DemoSite } from "../service/operator.ts";
import type { ProxiedWebsite } from "../service/proxied-website.ts";
import { borrow } from "../shared/borrow.ts";
import type { BrowserOptions, TestBrowser } from "./browser.ts";
import { openBrowser } from "./shared-browser.ts";

/** What `startDemo` made. The service is shared with other files: `demo` is what this test may change. */
export let server: { origin: string };
export let admin: Admin;
export let demo: DemoSite;
/** The demo page with this test's key. */
export let demoPage: ProxiedWebsite;
export let browser: TestBrowser;

/**
 * For each test of the file that calls it: an organization like the demo site's, its page, and visitors. No test finds what
 * the one before changed there, or a line that it still holds.
 */
export function startDemo(options: BrowserOptions = {}): void {
  beforeAll(async () => {
    const [origin, opened] = await Promise.all([borrow("service"), openBrowser(options)]);
    server = { origin };
    browser = opened;
    admin = new Admin(origin);
  });
  beforeEach(async () => {
    demo = await makeDemoOrganization(admin);
    demoPage = await startDemoPage(server.origin, demo);
  });
  afterEach(async () => {
    await browser?.close();
    await demoPage?.close();
  });
}
