import type * as z from "zod";
import { inboxFrame, type LiveError, pageFrame } from "../../../shared/live.ts";
import { LENGTHS } from "../../../shared/text-lengths.ts";
import { isTooDeep, MAX_DEPTH } from "../../deep-json.ts";
import { parseWholeJson } from "../../whole-json.ts";

/** Characters of a frame: a session description is the longest. */
export const MAX_FRAME = 48 * 1024;

type Read<Frame> = { frame: Frame; error: null } | { frame: null; error: LiveError };

const fault = (of: string, status: number, detail: string): LiveError => ({ type: "error", of, status, detail });
const refused = (of: string, status: number, detail: string) =>
  ({ frame: null, error: fault(of, status, detail) }) as const;

/** What is no text of a person: control characters besides line feed and tab. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/** The text of what was sent; refused as it comes, since it may be 32 MiB long, and nothing of that may wait for its turn. */
export function readText(sent: string | ArrayBuffer): { text: string; error: null } | { text: null; error: LiveError } {
  if (typeof sent !== "string") return { text: null, error: fault("", 422, "Send JSON as text") };
  if (sent.length <= MAX_FRAME) return { text: sent, error: null };
  return { text: null, error: fault("", 413, `A frame has at most ${MAX_FRAME} characters; send less`) };
}

function read<Schema extends z.ZodType>(schema: Schema, sent: string): Read<z.output<Schema>> {
  let given: unknown;
  try {
    given = parseWholeJson(sent);
  } catch {
    return refused("", 422, "Send JSON");
  }
  if (isTooDeep(given)) return refused("", 422, `Nest it at most ${MAX_DEPTH} levels deep`);
  const { type, text } = (given ?? {}) as { type?: unknown; text?: unknown };
  const of = typeof type === "string" ? type.slice(0, 64) : "";
  if (typeof text === "string" && [...text].length > LENGTHS.personMessage)
    return refused(of, 413, `A message has at most ${LENGTHS.personMessage} characters; send it in parts`);
  const cleaned = typeof text === "string" ? { ...(given as object), text: text.replace(CONTROLS, "") } : given;
  const result = schema.safeParse(cleaned);
  if (result.success) return { frame: result.data, error: null };
  const [issue] = result.error.issues;
  return refused(of, 422, [issue?.path.join("."), issue?.message].filter(Boolean).join(": "));
}

export const readInboxFrame = (sent: string) => read(inboxFrame, sent);
export const readPageFrame = (sent: string) => read(pageFrame, sent);
