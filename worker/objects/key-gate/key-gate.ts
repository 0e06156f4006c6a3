import { DurableObject } from "cloudflare:workers";
import type { KeyPolicy } from "../../../shared/keys.ts";
import type { Bindings } from "../../env.ts";
import { mergeGate } from "./backup.ts";
import { GateEngine, type SavedCounts } from "./engine.ts";
import type { AdmitRequest, GateArchive, KeyGateRpc, Verdict } from "./rpc.ts";
import { GateTable } from "./table.ts";

/**
 * How long accepted requests wait to be written together. A write holds back every answer until it is on disk: one per
 * request cost two thirds of the throughput; one per 20 ms cost nothing measurable.
 */
const COLLECT_MS = 20;
/** A limit under which every visitor counts as one who used much of it. */
const ALL_VISITORS = 1;

/** How long the gate of a deleted key stays shut by itself: no load of it is under way any more by then. */
const SHUT_MS = 3_600_000;

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
      // An eviction waits for this and loses no count; only a crash can lose those of the last 20 ms.
      this.ctx.waitUntil(this.#keepCounts(gate, request.visitor_limit));
    }
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

  /** Nothing is left of a forgotten key; from now on D1 says that there is none. */
  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
    this.#gate = null;
  }

  /** Synchronous, so that no second request slips in between reading and judging. */
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
