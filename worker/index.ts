import { handleRequest } from "./app.ts";
import type { Bindings } from "./env.ts";
import { OrgLedger as Ledger } from "./objects/org-ledger/org-ledger.ts";
import { publish } from "./sessions/publish.ts";

export { DemoAgent } from "./objects/demo-agent/demo-agent.ts";
export { KeyGate } from "./objects/key-gate/key-gate.ts";
export { PlannedCall } from "./objects/planned-call/planned-call.ts";
export { VendorRelay } from "./objects/vendor-relay/vendor-relay.ts";

/** The ledger with its way to D1: objects never import storage, so the two meet here. */
export class OrgLedger extends Ledger {
  protected override publish = publish(this.env, (work) => this.ctx.waitUntil(work));
}

export default { fetch: handleRequest } satisfies ExportedHandler<Bindings>;
