import { existsSync } from "node:fs";
import { join } from "node:path";
import { aptInstall, hasApt, run } from "./apt.ts";

const CLI = join(import.meta.dirname, "../../node_modules/playwright-core/cli.js");
const NAMES = ["google-chrome-stable", "google-chrome", "chromium", "chromium-browser", "chrome", "microsoft-edge"];
const env = process.env;

/** Where the installers of each system put it. */
const PLACES = [
  ...(env.PATH ?? "")
    .split(process.platform === "win32" ? ";" : ":")
    .flatMap((folder) => NAMES.map((name) => join(folder, process.platform === "win32" ? `${name}.exe` : name))),
  ...NAMES.flatMap((name) => [`/usr/bin/${name}`, `/snap/bin/${name}`, `/opt/google/chrome/${name}`]),
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ...[env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].flatMap((folder) =>
    folder
      ? [join(folder, "Google/Chrome/Application/chrome.exe"), join(folder, "Chromium/Application/chrome.exe")]
      : [],
  ),
];

/** Playwright's own download, if there is one. */
async function downloaded(): Promise<string | undefined> {
  const { chromium } = await import("playwright-core");
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

/**
 * Finds a Chrome or Chromium.
 * @throws Error when CHROME_PATH names no file
 */
export async function findChrome(): Promise<string | undefined> {
  if (env.CHROME_PATH) {
    if (!existsSync(env.CHROME_PATH)) throw new Error(`CHROME_PATH=${env.CHROME_PATH}: there is no such file`);
    return env.CHROME_PATH;
  }
  return PLACES.find((path) => existsSync(path)) ?? (await downloaded());
}

/** Installs a Chromium and says how. @throws Error that says what to do when no way works */
export async function installChrome(say: (line: string) => void): Promise<string> {
  if (hasApt()) {
    say("No Chrome or Chromium found: installing Debian's chromium package.");
    aptInstall(say, ["chromium"]);
    const path = await findChrome();
    if (path) return path;
  }
  say("No Chrome or Chromium found: downloading one with playwright-core.");
  run(say, process.execPath, [CLI, "install", ...(process.getuid?.() === 0 ? ["--with-deps"] : []), "chromium"]);
  const path = await findChrome();
  if (path) return path;
  throw new Error(
    "No browser could be installed. Install Chrome or Chromium and run again, or set CHROME_PATH to one.",
  );
}
