import { readCappedText } from "../outbound/read-capped.ts";

/** A model could not be asked, or its answer is useless; the message is for the operator. */
export class EmbeddingFailure extends Error {
  override name = "EmbeddingFailure";
}

/** Bytes of an answer: 64 vectors of 3,072 numbers in digits are 4 MB. */
const MAX_ANSWER = 16 * 1024 * 1024;

/** POSTs JSON and reads JSON. @throws EmbeddingFailure that names no secret */
export async function postJson(
  url: string,
  headers: Record<string, string>,
  body: object,
  signal: AbortSignal,
): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      redirect: "manual",
      signal,
    });
  } catch {
    throw new EmbeddingFailure(signal.aborted ? "it did not answer in time" : "it could not be reached");
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new EmbeddingFailure(`it answered with status ${response.status}`);
  }
  try {
    return JSON.parse(await readCappedText(response.body, MAX_ANSWER));
  } catch {
    throw new EmbeddingFailure("its answer is no JSON, too large, or came too late");
  }
}

/** Vectors as a server gave them. @throws EmbeddingFailure where one is missing, not finite, or of another length */
export function checkedVectors(vectors: unknown, count: number): number[][] {
  if (!Array.isArray(vectors) || vectors.length !== count)
    throw new EmbeddingFailure("it gave another number of vectors than texts");
  const length = (vectors[0] as unknown[] | undefined)?.length ?? 0;
  for (const vector of vectors as unknown[])
    if (
      !Array.isArray(vector) ||
      vector.length !== length ||
      length === 0 ||
      !vector.every((value) => typeof value === "number" && Number.isFinite(value)) ||
      vector.every((value) => value === 0)
    )
      throw new EmbeddingFailure("a vector is empty, not of numbers, or of another length");
  return vectors as number[][];
}
