/**
 * Speaks the demo agent's phrases into `worker/objects/voice-agent/demo/speech/phrases.adpcm`, and the visitor's sentences
 * of the tests into `tests/fixtures/speech/`. Needs `flite` and `sox` (Debian: `apt-get install flite sox`).
 * The results are in the repository, so nobody needs this to build or test.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeAdpcm } from "../../worker/objects/voice-agent/demo/speech/adpcm.ts";
import { PHRASES } from "../../worker/objects/voice-agent/demo/speech/phrases.ts";

const root = join(import.meta.dirname, "../..");
const work = mkdtempSync(join(tmpdir(), "make-speech-"));

/**
 * Silence before and after the words is cut: the first audio must be the first sound. Everywhere sox is told to add no
 * dither (`-D`): the same words are the same bytes.
 */
const TRIM = [
  "silence",
  "1",
  "0.005",
  "-50d",
  "reverse",
  "silence",
  "1",
  "0.02",
  "-50d",
  "pad",
  "0.06",
  "0",
  "reverse",
];

function synthesize(voice: string, text: string): string {
  const file = join(work, "spoken.wav");
  execFileSync("flite", ["-voice", voice, "-t", text, "-o", file]);
  return file;
}

function phrase([name, text]: [string, string]): Buffer {
  const spoken = synthesize(name === "ben" ? "awb" : "slt", text);
  const raw = execFileSync(
    "sox",
    ["-D", spoken, "-r", "16000", "-c", "1", "-b", "16", "-e", "signed", "-t", "raw", "-", "gain", "-n", "-3", ...TRIM],
    { maxBuffer: 1 << 24 },
  );
  const samples = new Int16Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));
  const count = Buffer.alloc(4);
  count.writeUInt32LE(samples.length);
  return Buffer.concat([count, encodeAdpcm(samples)]);
}

/** What visitors say in the tests: another voice than the agent's, 24 kHz mono, no silence before the first word. */
const VISITOR = {
  "table-for-two": "Could I book a table for two on Friday evening?",
  "opening-hours": "When do you open tomorrow?",
};

const clips = Buffer.concat(Object.entries(PHRASES).map(phrase));
writeFileSync(join(root, "worker/objects/voice-agent/demo/speech/phrases.adpcm"), clips);
console.log(`${Object.keys(PHRASES).length} phrases, ${clips.length} bytes`);

mkdirSync(join(root, "tests/fixtures/speech"), { recursive: true });
for (const [name, text] of Object.entries(VISITOR)) {
  const target = join(root, `tests/fixtures/speech/${name}.wav`);
  execFileSync("sox", [
    "-D",
    synthesize("rms", text),
    "-r",
    "24000",
    "-c",
    "1",
    "-b",
    "16",
    target,
    "gain",
    "-n",
    "-6",
    ...TRIM,
  ]);
  console.log(`${name}.wav: ${execFileSync("soxi", ["-D", target]).toString().trim()} s`);
}
rmSync(work, { recursive: true });
