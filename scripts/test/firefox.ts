import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { aptInstall, hasApt } from "./apt.ts";
import { NotReady } from "./not-ready.ts";

const env = process.env;
// Debian's first: on Ubuntu `firefox` is a snap, which cannot read our folders.
const NAMES = ["firefox-esr", "firefox"];

const PLACES = [
  ...(env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, process.platform === "win32" ? `${name}.exe` : name))),
  ...NAMES.map((name) => `/usr/bin/${name}`),
  "/Applications/Firefox.app/Contents/MacOS/firefox",
  ...[env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].flatMap((folder) =>
    folder ? [join(folder, "Mozilla Firefox/firefox.exe")] : [],
  ),
];

/**
 * Finds a Firefox.
 * @throws NotReady when FIREFOX_PATH names no file
 */
export async function findFirefox(): Promise<string | undefined> {
  if (env.FIREFOX_PATH) {
    if (!existsSync(env.FIREFOX_PATH)) throw new NotReady(`FIREFOX_PATH=${env.FIREFOX_PATH}: there is no such file`);
    return env.FIREFOX_PATH;
  }
  return PLACES.find((path) => existsSync(path));
}

/** Without a sound server, an AudioContext in Firefox never runs. */
const findPulse = () => (env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, "pulseaudio")));

/** Sees to it that the tests can run in Firefox. @returns its path, or a sentence that says what is missing */
export async function prepareFirefox(say: (line: string) => void): Promise<{ path: string } | { missing: string }> {
  const ready = async () => Boolean(await findFirefox()) && (process.platform !== "linux" || findPulse());
  if (!(await ready()) && hasApt()) {
    say("No Firefox, or no sound server for it: installing Debian's firefox-esr and pulseaudio.");
    aptInstall(say, ["firefox-esr", "pulseaudio"]);
  }
  const path = await findFirefox();
  if (!path) return { missing: "there is no Firefox here; install one, or set FIREFOX_PATH" };
  if (!(await ready())) return { missing: "there is no pulseaudio, without which Firefox is silent; install it" };
  return { path };
}
