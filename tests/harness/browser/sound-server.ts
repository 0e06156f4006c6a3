import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** What a busy machine may need, milliseconds. */
const START_MS = 120_000;

/**
 * A sound server of the tests' own, with speakers that nobody hears and two microphones that hear nothing: Firefox runs
 * no AudioContext without one. Elsewhere than on Linux it uses the system's.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.platform !== "linux") return;
  const folder = mkdtempSync(join(tmpdir(), "voice-widget-sound-"));
  const socket = join(folder, "native");
  const modules = [
    "module-null-sink sink_name=speakers rate=48000",
    "module-null-source source_name=microphone description=Microphone rate=48000",
    "module-null-source source_name=headset description=Headset rate=48000",
    `module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
  ];
  const server = spawn(
    "pulseaudio",
    ["-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", ...modules.flatMap((one) => ["-L", one])],
    {
      stdio: ["ignore", "ignore", "pipe"],
      env: {
        ...process.env,
        HOME: folder,
        XDG_RUNTIME_DIR: folder,
        PULSE_RUNTIME_PATH: folder,
        PULSE_STATE_PATH: folder,
      },
    },
  );
  let printed = "";
  server.stderr.on("data", (chunk: Buffer) => {
    printed += chunk;
  });
  const ended = new Promise<void>((done) => {
    server.once("exit", () => done());
    server.once("error", ({ message }) => {
      printed += message;
      done();
    });
  });
  let over = false;
  void ended.then(() => {
    over = true;
  });
  // Ends with this process at the latest.
  const kill = () => server.kill("SIGKILL");
  process.once("exit", kill);
  const stop = async () => {
    server.kill("SIGTERM");
    await ended;
    process.off("exit", kill);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  for (const until = Date.now() + START_MS; !existsSync(socket); await sleep(50)) {
    if (!over && Date.now() < until) continue;
    await stop();
    throw new Error(`pulseaudio does not run:\n${printed}`);
  }
  process.env.PULSE_SERVER = `unix:${socket}`;
  return stop;
}
