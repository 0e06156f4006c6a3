import type { Page } from "playwright-core";
import { launch } from "../../tests/harness/browser/browser.ts";
import { ADMIN_TOKEN } from "../../tests/harness/service/secrets.ts";

const TEXT =
  "I am sorry that you had to wait. Your order left this morning, and it will be with you by Friday noon. ".repeat(2);
/** Between two keys of somebody who types fast, milliseconds. */
const KEY_MS = 60;

/** Runs in the page: from each key to the next picture that may show it, milliseconds. */
function timeKeys(): void {
  const times: number[] = [];
  Object.assign(window, { times });
  const { port1, port2 } = new MessageChannel();
  const keys: number[] = [];
  port1.onmessage = () => {
    for (const from of keys.splice(0)) times.push(performance.now() - from);
  };
  addEventListener(
    "keydown",
    ({ timeStamp }) => {
      keys.push(timeStamp);
      // After the frame's callbacks, its style and layout: the task behind it.
      requestAnimationFrame(() => port2.postMessage(null));
    },
    true,
  );
}

async function open(page: Page, origin: string, project: number): Promise<void> {
  await page.goto(`${origin}/console/#/projects/${project}/inbox`);
  await page.getByLabel("Token").fill(ADMIN_TOKEN);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
}

/**
 * Types into the console's inbox, in a real browser, beside whatever runs in the project: a conversation at least.
 * @returns of each key the milliseconds until it can be seen
 */
export async function typeInInbox(origin: string, project: number): Promise<number[]> {
  const browser = await launch();
  try {
    const page = await (await browser.context()).newPage();
    await open(page, origin, project);
    await page.getByRole("button", { name: /^Ava/ }).first().waitFor();
    await page.locator("body").press("j");
    const field = page.getByLabel("Tell the agent");
    await field.waitFor();
    await field.focus();
    await page.evaluate(timeKeys);
    await page.keyboard.type(TEXT, { delay: KEY_MS });
    return await page.evaluate(() => (window as unknown as { times: number[] }).times);
  } finally {
    await browser.close();
  }
}
