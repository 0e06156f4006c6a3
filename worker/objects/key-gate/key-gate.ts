import { DurableObject } from "cloudflare:workers";
import type { KeyPolicy } from "../../../shared/keys.ts";
import { HOUR_MS } from "../../../shared/time.ts";
import type { Bindings } from "../../env.ts";
import { mergeGate } from "./backup.ts";
import { GateEngine, type SavedCounts } from "./engine.ts";
import type { AdmitRequest, GateArchive, KeyGateRpc, Verdict } from "./rpc.ts";
import { GateTable } from "./table.ts";

/**
 * How long accepted requests are collected before they are written. A write delays every answer until it is on disk:
 * one write per request cost two thirds of the throughput, one per 20 ms nothing measurable.
 */
const COLLECT_MS = 20;
/** With this limit every visitor counts as one who used much of it, so all are stored. */
const ALL_VISITORS = 1;

/** How long the gate of a deleted key refuses by itself; any load of the key has ended by then. */
const SHUT_MS = HOUR_MS;

/** The object that guards one key, named by the key's hash: the clock and the storage around a `GateEngine`. */
export class KeyGate extends DurableObject<Bindings> implements KeyGateRpc {
  #table = new GateTable(this.ctx.storage);
  #gate: GateEngine | null = null;
  #collecting = false;

  admit(request: AdmitRequest): Verdict {
    const gate = this.#read();
    const verdict = gate.admit(request, Date.now());
    if (verdict.kind === "admitted" && !this.#collecting) {
      this.#collecting = true;
      // An eviction waits for this, so only a crash can lose counts: those of the last 20 ms.
      this.ctx.waitUntil(this.#keepCounts(gate, request.visitor_limit));
    }
    return verdict;
  }

  load(policy: KeyPolicy | null, project_version: number): void {
    const gate = this.#read();
    if (gate.load(policy, project_version, Date.now())) this.#table.writeKey(gate.saved());
  }

  revoke(at: number): KeyPolicy | null {
    const gate = this.#read();
    gate.revoke(at);
    this.#table.writeKey(gate.saved());
    return gate.saved().policy;
  }

  setProjectVersion(version: number): void {
    const gate = this.#read();
    if (gate.setProjectVersion(version, Date.now())) this.#table.writeKey(gate.saved());
  }

  dump(): GateArchive {
    const gate = this.#read();
    const { counts } = this.#table.read();
    return { ...gate.saved(), counts: gate.saved().policy === null ? counts : gate.counts(ALL_VISITORS) };
  }

  restore(archived: GateArchive): void {
    const { counts, ...key } = mergeGate(this.dump(), archived);
    this.#table.writeKey(key);
    if (counts) this.#table.writeCounts(counts as SavedCounts);
    this.#gate = null;
  }

  async forget(): Promise<void> {
    const gate = this.#read();
    gate.forget(Date.now());
    this.#table.writeKey(gate.saved());
    await this.ctx.storage.setAlarm(Date.now() + SHUT_MS);
  }

  /** Deletes the rest of a deleted key; from now on D1 answers that it does not exist. */
  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
    this.#gate = null;
  }

  /** Synchronous, so that no other request comes between reading and deciding. */
  #read(): GateEngine {
    this.#gate ??= new GateEngine(this.#table.read());
    return this.#gate;
  }

  async #keepCounts(gate: GateEngine, visitor_limit: number): Promise<void> {
    await scheduler.wait(COLLECT_MS);
    this.#collecting = false;
    this.#table.writeCounts(gate.counts(visitor_limit));
  }
}
