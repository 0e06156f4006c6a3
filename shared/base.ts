import * as z from "zod";

/** A row's identifier: a positive integer that a double holds exactly. */
export const id = z.int().positive();

/** A JSON object of anything. */
export const jsonObject = z.record(z.string(), z.unknown());

/** A stretch of text that says something: trimmed, at least one character. */
export const name = (max: number) => z.string().trim().min(1).max(max);
