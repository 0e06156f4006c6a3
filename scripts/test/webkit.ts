import { existsSync, globSync } from "node:fs";
import { delimiter, join } from "node:path";
import { aptInstall, hasApt } from "./apt.ts";

/** WebKit as Debian ships it: GTK's, with the small browser and the driver that come along. */
export interface WebKit {
  driver: string;
  browser: string;
  /** The virtual display. */
  display: string;
}

const onPath = (name: string) =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

export function findWebKit(): WebKit | undefined {
  const driver = onPath("WebKitWebDriver");
  const display = onPath("Xvfb");
  const [browser] = process.platform === "linux" ? globSync("/usr/lib/{*/,}webkit2gtk-4.*/MiniBrowser").sort() : [];
  // Without a sound server it would try the machine's.
  const helpers = ["pulseaudio", "dbus-daemon", "gdbus"].every(onPath);
  return driver && display && browser && helpers ? { driver, browser, display } : undefined;
}

/** Sees to it that the tests can run in WebKit. @returns whether they can */
export function prepareWebKit(say: (line: string) => void): boolean {
  if (!findWebKit() && hasApt()) {
    say(
      "No WebKit to drive: installing Debian's webkit2gtk-driver, xvfb, and the codecs, the sound server and the bus it needs.",
    );
    aptInstall(say, [
      "webkit2gtk-driver",
      "xvfb",
      "pulseaudio",
      "gstreamer1.0-plugins-base",
      "gstreamer1.0-plugins-good",
      // What presses as a screen reader does.
      "dbus-daemon",
      "at-spi2-core",
      "libglib2.0-bin",
    ]);
  }
  return Boolean(findWebKit());
}
