import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { aptInstall, hasApt, run } from "./apt.ts";
import { NotReady } from "./not-ready.ts";

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

/** The project's own cache of browsers; `npm ci` empties it. */
const CACHE = join(import.meta.dirname, "../../node_modules/.cache/browsers");
const DOWNLOADED = "chromium-*/{chrome-linux*/chrome,chrome-mac*/*.app/Contents/MacOS/*,chrome-win*/chrome.exe}";
/** Where playwright-core downloads from. */
const DOWNLOADS = "https://cdn.playwright.dev/";

function downloaded(): string | undefined {
  const [newest] = globSync(DOWNLOADED, { cwd: CACHE }).sort().reverse();
  return newest && join(CACHE, newest);
}

async function reachable(address: string): Promise<boolean> {
  try {
    await fetch(address, { method: "HEAD", signal: AbortSignal.timeout(15_000) });
    return true;
  } catch {
    return false;
  }
}

/**
 * Finds a Chrome or Chromium.
 * @throws NotReady when CHROME_PATH names no file
 */
export async function findChrome(): Promise<string | undefined> {
  if (env.CHROME_PATH) {
    if (!existsSync(env.CHROME_PATH)) throw new NotReady(`CHROME_PATH=${env.CHROME_PATH}: there is no such file`);
    return env.CHROME_PATH;
  }
  return PLACES.find((path) => existsSync(path)) ?? downloaded();
}

/** Gets a Chromium and says how. @throws NotReady that says what to do when no way works */
export async function installChrome(say: (line: string) => void): Promise<string> {
  if (await reachable(DOWNLOADS)) {
    say(`No Chrome or Chromium found: downloading one into ${CACHE}.`);
    env.PLAYWRIGHT_BROWSERS_PATH = CACHE;
    run(say, process.execPath, [CLI, "install", ...(hasApt() ? ["--with-deps"] : []), "--no-shell", "chromium"]);
    const path = await findChrome();
    if (path) return path;
  }
  if (hasApt()) {
    say("No Chrome or Chromium found, nor a download: installing Debian's chromium package.");
    aptInstall(say, ["chromium"]);
    const path = await findChrome();
    if (path) return path;
  }
  throw new NotReady(
    "No browser could be installed. Install Chrome or Chromium and run again, or set CHROME_PATH to one.",
  );
}
