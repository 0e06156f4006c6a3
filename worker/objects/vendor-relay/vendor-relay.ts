import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../../env.ts";
import { withTimeout } from "../../outbound/time-limit.ts";
import type { VendorAnswer, VendorQuestion, VendorRelayRpc } from "./rpc.ts";
import { sendQuestion } from "./send-question.ts";

const LIMIT_MS = 6_000;

/** Asks a vendor from the place where this object was made: some vendors refuse requests from certain regions. */
export class VendorRelay extends DurableObject<Bindings> implements VendorRelayRpc {
  ask(url: string, question: VendorQuestion): Promise<VendorAnswer> {
    return withTimeout(LIMIT_MS, (signal) => sendQuestion(url, question, signal));
  }
}
