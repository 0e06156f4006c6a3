// Placeholder until its owner writes it.
import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../../env.ts";
import type { Publish } from "./contract.ts";
export abstract class OrgLedger extends DurableObject<Bindings> {
  protected abstract publish: Publish;
}
