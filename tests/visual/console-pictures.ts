import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { launchChromium } from "../harness/browser/chromium.ts";
import { makeSample, type Sample } from "../harness/service/console-sample.ts";
import { Admin } from "../harness/service/operator.ts";
import type { PlainVisitor } from "../harness/service/plain-visitor.ts";
import { ADMIN_TOKEN } from "../harness/service/secrets.ts";
import { startServer } from "../harness/service/server.ts";
import { CONSOLE_SCREENS } from "./console-screens.ts";

/**
 * `npm run shots:console`: every screen of the console and the pages beside it, at 390 and 1280 px, light and dark, in
 * dist/shots/console. `-- --screen look --origin http://localhost:8787` makes only those whose names begin so, against
 * a service that runs with the tests' ADMIN_TOKEN; `--width 360 --dir rtl` others than usual.
 */
const { values } = parseArgs({
  options: {
    screen: { type: "string", default: "" },
    origin: { type: "string" },
    width: { type: "string" },
    dir: { type: "string" },
    theme: { type: "string" },
  },
});

const out = join(import.meta.dirname, "../../dist/shots/console");
mkdirSync(out, { recursive: true });
const server = values.origin ? null : await startServer();
const origin = values.origin ?? server?.origin ?? "";
const browser = await launchChromium();

async function signIn(page: Page): Promise<void> {
  await page.goto(`${origin}/console/`);
  await page.getByLabel("Token").fill(ADMIN_TOKEN);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Organizations" }).waitFor();
  // What comes to stand under the pointer is not pointed at.
  await page.mouse.move(0, 0);
}

async function leave(visitor: PlainVisitor): Promise<void> {
  await visitor.report({ type: "ended" });
  visitor.close();
}

async function shoot(sample: Sample, width: number, theme: "light" | "dark"): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 900 },
    colorScheme: theme,
    reducedMotion: "reduce",
    hasTouch: width < 600,
  });
  const page = await context.newPage();
  if (values.dir)
    await page.addInitScript((dir) => {
      document.addEventListener("DOMContentLoaded", () => {
        document.documentElement.dir = dir;
      });
    }, values.dir);
  page.on("pageerror", (error) => console.error(`${width} ${theme}: ${error.message}`));
  // What a screen has unsaved, as an answer that was not sent, is lost.
  page.on("dialog", (dialog) => dialog.accept());
  await signIn(page);
  for (const { name, path, act } of CONSOLE_SCREENS.filter(({ name }) => name.startsWith(values.screen))) {
    await page.goto("about:blank");
    await page.goto(`${origin}${path(sample)}`);
    const visitors = await act?.(page, sample);
    await page.waitForFunction(() => document.querySelector(".loading") === null);
    await page.evaluate(async () => {
      await document.fonts.ready;
      await Promise.all(
        [...document.images].filter(({ loading }) => loading !== "lazy").map((image) => image.decode().catch(() => {})),
      );
    });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) console.error(`${name} at ${width}: ${wide} px too wide`);
    await page.screenshot({ path: join(out, `${name}-${width}-${theme}.png`), fullPage: true, animations: "disabled" });
    if (Array.isArray(visitors)) for (const visitor of visitors) await leave(visitor);
  }
  await context.close();
}

try {
  const sample = await makeSample(new Admin(origin), origin);
  for (const width of values.width ? [Number(values.width)] : [390, 1280])
    for (const theme of ["light", "dark"] as const)
      if (!values.theme || values.theme === theme) await shoot(sample, width, theme);
  console.log(`open ${out}`);
} finally {
  await browser.close();
  await server?.stop();
}
