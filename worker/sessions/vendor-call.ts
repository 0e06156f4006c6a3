import { CALLS_PATH } from "../../shared/session.ts";
import type { Vendor } from "../../shared/vendors.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { logError } from "../log-error.ts";
import { callObject } from "../objects/call-object.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { withTimeout } from "../outbound/time-limit.ts";
import { type CallToken, hashOf, newToken, readToken } from "../providers/call-token.ts";
import type { CallRequest, CallVendor, Minted, PlacedCall, VendorContext } from "../providers/provider.ts";
import { VENDOR_ADAPTERS } from "../providers/registry.ts";
import { orgOfSession } from "../session-id.ts";
import { readVariables } from "../variables.ts";
import { hangUpOnce } from "./hang-up.ts";
import { sessionEndedError } from "./report-events.ts";
import { reasonOf, VENDOR_LIMIT_MS } from "./vendor-failure.ts";

/** Seconds in which the page must send its offer: a slow line and the loading of the protocol's code fit in. */
const TOKEN_SECONDS = 120;

/** A call that the service places itself; plain JSON. */
export interface VendorCall {
  vendor: Vendor;
  org_id: number;
  /** As the ledger gave it to a reconnect, 0 for the session's first. Missing in what an older version planned. */
  placement?: number;
  request: CallRequest;
}

/** Keeps the call until the page sends its offer with the token that it gets; the vendor is not asked before. */
export async function planCall(bindings: Bindings, call: VendorCall): Promise<Minted> {
  const { session_id } = call.request;
  const token = await tokenFor("call", session_id, bindings);
  const planned = bindings.PLANNED_CALL.getByName(session_id);
  const [ice_servers] = await withTimeout(VENDOR_LIMIT_MS, async (signal) =>
    Promise.all([
      adapterOf(call).iceServers(contextOf(bindings, signal)),
      planned.prepare(JSON.stringify(call), await hashOf(token.text), token.expires_at),
    ]),
  );
  return minted(call, token, { ice_servers });
}

/** The token of a call that was planned and not yet placed opens nothing any more. */
export async function dropPlannedCall(bindings: Bindings, session_id: string): Promise<void> {
  await bindings.PLANNED_CALL.getByName(session_id).drop();
}

/** Places the call at once, with the offer that came with the start. Its token has opened its one call. */
export async function placeCall(
  bindings: Bindings,
  waitUntil: (work: Promise<unknown>) => void,
  call: VendorCall,
  offer: string,
): Promise<Minted> {
  const token = await tokenFor("placed", call.request.session_id, bindings);
  const asked = withTimeout(VENDOR_LIMIT_MS, (signal) => adapterOf(call).iceServers(contextOf(bindings, signal)));
  // Looked at once the call stands.
  asked.catch(() => {});
  const placed = await withTimeout(VENDOR_LIMIT_MS, (signal) =>
    adapterOf(call).place(call.request, offer, contextOf(bindings, signal)),
  );
  return connected(bindings, waitUntil, call, placed, async () =>
    minted(call, token, { ice_servers: await asked, ...placed }),
  );
}

/** A token that this service made, for a call of a session of this organization. */
export interface PresentedToken {
  token: string;
  session_id: string;
  org_id: number;
  /** It stands for a call that was placed with the start already. */
  placed: boolean;
}

/** @throws ApiError 401 for a token that is forged or expired */
export async function readCallToken(bindings: Bindings, token: string): Promise<PresentedToken> {
  const read = await readToken(token, ["call", "placed"], readVariables(bindings).KEY_SECRET);
  const org_id = read ? orgOfSession(read.name) : null;
  if (!read || org_id === null || read.expires_at * 1_000 <= Date.now()) throw new ApiError("invalid_call_token");
  return { token, session_id: read.name, org_id, placed: read.purpose === "placed" };
}

/**
 * Places the call that a token stands for.
 * @throws ApiError 409 for a token that was used or whose session has ended, 502 where the vendor refuses: what a
 *   session held that never connected is free then
 */
export async function placePlannedCall(
  bindings: Bindings,
  waitUntil: (work: Promise<unknown>) => void,
  { token, session_id, org_id, placed: isPlaced }: PresentedToken,
  offer: string,
): Promise<PlacedCall & { session_id: string }> {
  const lease = await callLedger(bindings, org_id, (ledger) => ledger.lease(session_id));
  if (!lease || lease.ended_at !== null) throw sessionEndedError(lease?.end_reason ?? null);
  if (isPlaced) throw new ApiError("call_placed");
  let { placement } = lease;
  try {
    const call = await takePlan(bindings, session_id, token);
    placement = call.placement;
    const placed = await place(bindings, call, offer);
    return await connected(bindings, waitUntil, call, placed, async () => ({ session_id, ...placed }));
  } catch (error) {
    // With any other refusal the session has ended, or another call has the line.
    if (!(error instanceof ApiError) || error.code === "call_refused")
      await giveBack(bindings, { org_id, session_id, placement });
    throw error;
  }
}

/** @throws ApiError 409 where another attempt had it */
async function takePlan(bindings: Bindings, session_id: string, token: string): Promise<VendorCall> {
  const attempt = crypto.randomUUID();
  const token_hash = await hashOf(token);
  const plan = await callObject(
    () => bindings.PLANNED_CALL.getByName(session_id),
    (planned) => planned.take(token_hash, attempt),
  );
  if (plan === null) throw new ApiError("call_placed");
  return JSON.parse(plan) as VendorCall;
}

/** Its token is used up, or may be, so nothing can come of a session that waits for it. */
async function giveBack(
  bindings: Bindings,
  { org_id, session_id, placement }: { org_id: number; session_id: string; placement: number | undefined },
): Promise<void> {
  await callLedger(bindings, org_id, (ledger) => ledger.release(session_id, placement)).catch((error) =>
    logError("release_failed", error, { session_id }),
  );
}

async function place(bindings: Bindings, call: VendorCall, offer: string): Promise<PlacedCall> {
  try {
    return await withTimeout(VENDOR_LIMIT_MS, (signal) =>
      adapterOf(call).place(call.request, offer, contextOf(bindings, signal)),
    );
  } catch (error) {
    const { reason, cause } = reasonOf(error);
    throw new ApiError("call_refused", { detail: `The call could not be placed: ${reason}`, cause });
  }
}

/**
 * The ledger learns that the call stands and its name, so that it is paid for, whoever ends it hangs up there, and the
 * session's call before it is ended. Where that or the answer fails, the call is hung up: its page never hears of it.
 */
async function connected<T>(
  bindings: Bindings,
  waitUntil: (work: Promise<unknown>) => void,
  call: VendorCall,
  { call_id }: PlacedCall,
  answer: () => Promise<T>,
): Promise<T> {
  const { session_id } = call.request;
  try {
    const stands = await callLedger(bindings, call.org_id, (ledger) =>
      ledger.callConnected(session_id, call_id, call.placement),
    );
    if (!stands) throw await uselessCallError(bindings, call);
    return await answer();
  } catch (error) {
    waitUntil(hangUpOnce(bindings, readVariables(bindings), { vendor: call.vendor, session_id, call_id }));
    throw error;
  }
}

/** While the vendor was asked, the session has ended or got a later call. */
async function uselessCallError(bindings: Bindings, { org_id, request }: VendorCall): Promise<ApiError> {
  const lease = await callLedger(bindings, org_id, (ledger) => ledger.lease(request.session_id));
  return lease?.ended_at === null
    ? new ApiError("call_placed", { detail: "A later call of this session has taken its place; use that one" })
    : sessionEndedError(lease?.end_reason ?? null);
}

function adapterOf({ vendor }: VendorCall): CallVendor {
  const adapter = VENDOR_ADAPTERS[vendor];
  if (!("place" in adapter)) throw new Error(`The vendor ${vendor} places no calls`);
  return adapter;
}

const contextOf = (bindings: Bindings, signal: AbortSignal): VendorContext => ({
  bindings,
  variables: readVariables(bindings),
  signal,
});

async function tokenFor(purpose: CallToken["purpose"], name: string, bindings: Bindings) {
  const expires_at = Math.floor(Date.now() / 1_000) + TOKEN_SECONDS;
  const text = await newToken({ purpose, name, expires_at }, readVariables(bindings).KEY_SECRET[0]);
  return { text, expires_at };
}

function minted(
  call: VendorCall,
  { text, expires_at }: { text: string; expires_at: number },
  { ice_servers, ...placed }: Pick<Minted, "ice_servers"> & Partial<PlacedCall>,
): Minted {
  const { request } = call;
  const { connection_type, default_model = null } = adapterOf(call);
  if (!connection_type) throw new Error(`The vendor ${call.vendor} has no connection`);
  return {
    connection: { ...connection_type, url: request.service_origin + CALLS_PATH, ...placed },
    ephemeral_token: text,
    expires_at,
    voice_llm_model: request.agent.model ?? default_model,
    ice_servers,
  };
}
