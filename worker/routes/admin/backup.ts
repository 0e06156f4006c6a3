import type { Context } from "hono";
import * as z from "zod";
import { backupManifest, MAX_PART_BYTES, restoreEnd, restorePart } from "../../../shared/backup.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { ApiError } from "../../http/errors.ts";
import { pathId, readBody, readQuery } from "../../http/read-request.ts";
import * as backup from "../../projects/backup.ts";
import * as restore from "../../projects/restore.ts";
import { readVariables } from "../../variables.ts";

/** Backups are read and restored in parts, see scripts/backup/. */

const query = z.object({ cursor: z.string().max(2_000).optional() });
const numbers = z.object({
  cursor: z
    .string()
    .regex(/^\d{1,15}(-\d{1,15})?$/, "Use next_cursor of the previous page")
    .optional(),
});
const secretsOf = (c: Context<AppEnv>) => readVariables(c.env).KEY_SECRET;
const LIMIT = { bytes: MAX_PART_BYTES, error: "part_too_large" } as const;

export const plan = async (c: Context<AppEnv>) =>
  c.json(await backup.planBackup(c.env.DB, c.var.actor, secretsOf(c), Date.now()));

export async function table(c: Context<AppEnv>): Promise<Response> {
  const { cursor } = readQuery(c, query);
  return c.json(await backup.readTable(c.env.DB, c.var.actor, c.req.param("name") ?? "", cursor ?? null));
}

export async function ledger(c: Context<AppEnv>): Promise<Response> {
  const { cursor } = readQuery(c, numbers);
  return c.json(await backup.readLedger(c.env, c.var.actor, pathId(c), cursor ?? null));
}

export async function gates(c: Context<AppEnv>): Promise<Response> {
  const { cursor } = readQuery(c, numbers);
  return c.json(await backup.readGates(c.env, c.var.actor, Number.parseInt(cursor ?? "0", 10)));
}

export async function begin(c: Context<AppEnv>): Promise<Response> {
  const manifest = await readBody(c, backupManifest);
  return c.json(await restore.beginRestore(c.env.DB, c.var.actor, secretsOf(c), manifest, Date.now()));
}

export async function part(c: Context<AppEnv>): Promise<Response> {
  const body = await readBody(c, restorePart, undefined, LIMIT);
  try {
    return c.json({ kept: await restore.restorePart(c.env, c.var.actor, body.archive, body.part) });
  } catch (error) {
    if (/unknown (table|column)/.test(String(error))) throw new ApiError("archive_newer", { cause: error });
    throw error;
  }
}

export async function finish(c: Context<AppEnv>): Promise<Response> {
  const { archive } = await readBody(c, restoreEnd);
  const now = Date.now();
  await restore.finishRestore(c.env.DB, c.var.actor, archive, now);
  return c.json({ archive, finished_at: now });
}
