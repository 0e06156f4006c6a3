import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { HelperProcess } from "./helper-process.ts";

/** Of a socket's path, as Linux has it. */
const LONGEST_PATH = 107;

async function untilItIsThere(path: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !existsSync(path)) await sleep(50);
}

/**
 * A sound server of the tests' own, with muted speakers and two silent microphones: without one, Firefox runs no
 * AudioContext. On other systems than Linux it uses the system's.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.platform !== "linux") return;
  const folder = mkdtempSync(join(tmpdir(), "voice-widget-sound-"));
  const socket = join(folder, "native");
  if (/\s/.test(socket) || socket.length > LONGEST_PATH) {
    rmSync(folder, { recursive: true });
    throw new Error(
      `A sound server takes no socket at ${socket}, for a blank or its length: set TMPDIR to a folder with a short name.`,
    );
  }
  const modules = [
    "module-null-sink sink_name=speakers rate=48000",
    "module-null-source source_name=microphone description=Microphone rate=48000",
    "module-null-source source_name=headset description=Headset rate=48000",
    `module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
  ];
  const server = new HelperProcess(
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
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  try {
    await server.until((signal) => untilItIsThere(socket, signal));
  } catch (error) {
    await stop();
    throw error;
  }
  process.env.PULSE_SERVER = `unix:${socket}`;
  return stop;
}
