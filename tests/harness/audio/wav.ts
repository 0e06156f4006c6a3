import { readFileSync, writeFileSync } from "node:fs";

/** One channel of sound, samples from -1 to 1. */
export interface Sound {
  rate: number;
  samples: Float32Array;
}

/** Reads a 16-bit mono PCM wav file. */
export function readWav(file: string): Sound {
  const bytes = readFileSync(file);
  const rate = bytes.readUInt32LE(24);
  let at = 12;
  while (bytes.toString("latin1", at, at + 4) !== "data") at += 8 + bytes.readUInt32LE(at + 4);
  const samples = new Float32Array(bytes.readUInt32LE(at + 4) / 2);
  for (let index = 0; index < samples.length; index++) samples[index] = bytes.readInt16LE(at + 8 + index * 2) / 32768;
  return { rate, samples };
}

export function writeWav(file: string, { rate, samples }: Sound): void {
  const bytes = Buffer.alloc(44 + samples.length * 2);
  bytes.write("RIFF", 0, "latin1");
  bytes.writeUInt32LE(36 + samples.length * 2, 4);
  bytes.write("WAVEfmt ", 8, "latin1");
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36, "latin1");
  bytes.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((sample, index) => {
    bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32767), 44 + index * 2);
  });
  writeFileSync(file, bytes);
}

/** Parts in a row: a number is that many seconds of silence. */
export function join(rate: number, parts: (Sound | number)[]): Sound {
  const pieces = parts.map((part) => {
    if (typeof part === "number") return new Float32Array(Math.round(part * rate));
    if (part.rate !== rate) throw new Error(`a part has ${part.rate} Hz, not ${rate}`);
    return part.samples;
  });
  const samples = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece, at);
    at += piece.length;
  }
  return { rate, samples };
}
