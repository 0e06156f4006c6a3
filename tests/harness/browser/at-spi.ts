import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { HelperProcess } from "./helper-process.ts";

/** What a screen reader, voice control or a switch does on Linux: it reads the tree of AT-SPI, and has controls act. */

const run = promisify(execFile);

/** Where a process of WebKit has the trees of its pages. */
const PAGES = "/org/a11y/webkit/accessible";

/** An accessible object: the bus name of its program, and its path there. */
interface Accessible {
  bus: string;
  path: string;
}

/** A session bus of its own, with the one for assistive technology behind it. */
export class AssistiveTechnology {
  /** For the environment of the browser. */
  readonly sessionBus: string;
  readonly #daemon: HelperProcess;
  readonly #bus: string;
  readonly #folder: string;

  private constructor(daemon: HelperProcess, folder: string, sessionBus: string, bus: string) {
    this.#daemon = daemon;
    this.#folder = folder;
    this.sessionBus = sessionBus;
    this.#bus = bus;
  }

  /** @throws Error when the programs are not there: `npm test` installs them on Debian */
  static async start(): Promise<AssistiveTechnology> {
    // The bus for assistive technology stands in this folder: not the machine's own, nor that of another run.
    const folder = await mkdtemp(join(tmpdir(), "at-spi-"));
    const daemon = new HelperProcess("dbus-daemon", ["--session", "--nofork", "--print-address=3"], {
      stdio: ["ignore", "ignore", "pipe", "pipe"],
      env: { ...process.env, XDG_RUNTIME_DIR: folder },
    });
    try {
      const sessionBus = await daemon.until(
        () =>
          new Promise<string>((done) => {
            daemon.process.stdio[3]?.once("data", (chunk: Buffer) => done(String(chunk).trim()));
          }),
      );
      const ask = (...args: [string, ...string[]]) => call(sessionBus, "org.a11y.Bus", "/org/a11y/bus", ...args);
      const [bus] = strings(await ask("org.a11y.Bus.GetAddress"));
      for (const what of ["IsEnabled", "ScreenReaderEnabled"])
        await ask("org.freedesktop.DBus.Properties.Set", "org.a11y.Status", what, "<true>");
      return new AssistiveTechnology(daemon, folder, sessionBus, bus ?? "");
    } catch (error) {
      await daemon.stop();
      throw error;
    }
  }

  /** Has the control with this name act, as a press of a screen reader does. @throws Error when there is none */
  async press(name: string): Promise<void> {
    for (const page of await this.#pages()) {
      const found = await this.#find(page, name);
      if (!found) continue;
      await call(this.#bus, found.bus, found.path, "org.a11y.atspi.Action.DoAction", "0");
      return;
    }
    throw new Error(`no control is named "${name}"`);
  }

  async stop(): Promise<void> {
    await this.#daemon.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The roots of all pages. */
  async #pages(): Promise<Accessible[]> {
    const bus = "org.freedesktop.DBus";
    const names = strings(await call(this.#bus, bus, "/org/freedesktop/DBus", `${bus}.ListNames`));
    const pages = names
      .filter((name) => name.startsWith("org.webkitgtk."))
      .map(async (name) => {
        const tree = await call(this.#bus, name, PAGES, "org.freedesktop.DBus.Introspectable.Introspect").catch(
          () => "",
        );
        return [...tree.matchAll(/<node name="(\w+)"/g)].map(([, id]) => ({ bus: name, path: `${PAGES}/${id}` }));
      });
    return (await Promise.all(pages)).flat();
  }

  /** The first object of this name that can act. */
  async #find(from: Accessible, name: string): Promise<Accessible | null> {
    for (const child of await this.#children(from)) {
      if ((await this.#nameOf(child)) === name && (await this.#canAct(child))) return child;
      const inside = await this.#find(child, name);
      if (inside) return inside;
    }
    return null;
  }

  async #children({ bus, path }: Accessible): Promise<Accessible[]> {
    const answer = await call(this.#bus, bus, path, "org.a11y.atspi.Accessible.GetChildren").catch(() => "");
    const words = strings(answer);
    return words.flatMap((word, index) => (index % 2 ? [] : [{ bus: word, path: words[index + 1] ?? "" }]));
  }

  async #nameOf({ bus, path }: Accessible): Promise<string> {
    const get = ["org.freedesktop.DBus.Properties.Get", "org.a11y.atspi.Accessible", "Name"] as const;
    return strings(await call(this.#bus, bus, path, ...get).catch(() => ""))[0] ?? "";
  }

  async #canAct({ bus, path }: Accessible): Promise<boolean> {
    const get = ["org.freedesktop.DBus.Properties.Get", "org.a11y.atspi.Action", "NActions"] as const;
    return /[1-9]/.test((await call(this.#bus, bus, path, ...get).catch(() => "")).replace("int32", ""));
  }
}

/** One call on a bus. @returns the answer as GVariant's text */
async function call(address: string, dest: string, path: string, method: string, ...args: string[]): Promise<string> {
  const where = ["--address", address, "--dest", dest, "--object-path", path];
  const { stdout } = await run("gdbus", ["call", ...where, "--method", method, ...args]);
  return stdout;
}

/** The strings in it, in order. */
const strings = (answer: string): string[] =>
  [...answer.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map(([, single, double]) => single ?? double ?? "");
