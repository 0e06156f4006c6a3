import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atLevel, RATE } from "../../tests/harness/sound/room.ts";

export const VOICES = ["m1", "m3", "m7", "f1", "f2", "f4"];
export const HELD_OUT_VOICES = ["m2", "m5", "f3", "f5"];

/** Speaks once what is asked for several times. Throws where the two programs are not there. */
export class Speech {
  readonly #folder = join(tmpdir(), `voice-widget-speech-${process.pid}`);
  readonly #spoken = new Map<string, Float32Array>();

  say(language: string, voice: string, text: string): Float32Array {
    const key = `${language} ${voice} ${text}`;
    const known = this.#spoken.get(key);
    if (known) return known;
    mkdirSync(this.#folder, { recursive: true });
    const [wave, raw] = [join(this.#folder, "speech.wav"), join(this.#folder, "speech.raw")];
    try {
      execFileSync("espeak-ng", ["-v", `${language}+${voice}`, "-w", wave, text]);
      const format = ["-r", String(RATE), "-c", "1", "-e", "floating-point", "-b", "32", "-t", "raw"];
      execFileSync("sox", ["-G", wave, ...format, raw], { stdio: ["ignore", "ignore", "ignore"] });
    } catch (error) {
      if ((error as { code?: string }).code !== "ENOENT") throw error;
      throw new Error("This part needs espeak-ng and sox: apt-get install espeak-ng sox");
    }
    const bytes = readFileSync(raw);
    const sound = atLevel(new Float32Array(new Uint8Array(bytes).buffer), -20);
    this.#spoken.set(key, sound);
    return sound;
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
