import { DurableObject } from "cloudflare:workers";
import type { KeyPolicy } from "../../../shared/keys.ts";
import type { Bindings } from "../../env.ts";
import type { Admission, KeyGateRpc, Verdict } from "./contract.ts";
import { Gate } from "./engine.ts";
import { GateTable } from "./table.ts";

/** The object that guards one key, named by the key's hash: the clock and the disk of a `Gate`. */
export class KeyGate extends DurableObject<Bindings> implements KeyGateRpc {
  #table = new GateTable(this.ctx.storage);
  #gate: Gate | null = null;

  admit(request: Admission): Verdict {
    const gate = this.#read();
    const verdict = gate.admit(request, Date.now());
    if (verdict.kind === "admitted") this.#table.writeCounts(gate.counts(request.visitor_limit));
    return verdict;
  }

  load(policy: KeyPolicy | null, project_version: number): void {
    const gate = this.#read();
    if (gate.load(policy, project_version, Date.now())) this.#table.writeKey(gate.saved());
  }

  revoke(at: number): void {
    const gate = this.#read();
    gate.revoke(at);
    this.#table.writeKey(gate.saved());
  }

  setProjectVersion(version: number): void {
    const gate = this.#read();
    if (gate.setProjectVersion(version, Date.now())) this.#table.writeKey(gate.saved());
  }

  /** Synchronous, so that no second request slips in between reading and judging. */
  #read(): Gate {
    this.#gate ??= new Gate(this.#table.read());
    return this.#gate;
  }
}
