import type { ErrorCode } from "../../shared/errors.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { withTimeout } from "../outbound/time-limit.ts";
import { verifyTurnstile } from "../providers/turnstile.ts";
import { readVariables } from "../variables.ts";

/** Milliseconds that Turnstile has to answer. */
const LIMIT_MS = 5_000;

/**
 * If the operator asks for a challenge before a start or a contact without a session, checks that the visitor has passed it. Without Turnstile's
 * answer it is refused.
 * @param unreachable the error if Turnstile cannot be asked
 * @throws ApiError `challenge_required`, `challenge_failed`
 */
export async function checkChallenge(
  bindings: Bindings,
  token: string | null | undefined,
  unreachable: Extract<
    ErrorCode,
    "session_not_set_up" | "external_provider_unavailable" | "unavailable"
  > = "session_not_set_up",
): Promise<void> {
  const variables = readVariables(bindings);
  if (variables.TURNSTILE_SECRET === undefined) return;
  if (!token) throw new ApiError("challenge_required");
  let passed: boolean;
  try {
    passed = await withTimeout(LIMIT_MS, (signal) => verifyTurnstile(token, variables, signal));
  } catch (cause) {
    const detail = "The session could not be set up: the visitor's challenge could not be checked; try again";
    throw new ApiError(unreachable, { ...(unreachable === "session_not_set_up" && { detail }), cause });
  }
  if (!passed) throw new ApiError("challenge_failed");
}
