import type { Analysis, AnalysisResult } from "../../../shared/analysis.ts";
import { logError } from "../../log-error.ts";
import type {
  AfterCall,
  AfterCallRpc,
  AnalysisAsked,
  AnalysisDone,
  SessionTotals,
  StuckAnalysis,
} from "./after-call-rpc.ts";
import { AnalysesTable } from "./analyses-table.ts";
import { ContactStore } from "./contact-store.ts";
import { ANALYSIS_STUCK_AFTER, NO_USAGE } from "./engine.ts";
import { History } from "./history.ts";
import { MovedTable } from "./moved-table.ts";
import { RatingsTable } from "./ratings-table.ts";
import { Records } from "./records.ts";
import type { CallVolume } from "./volume-client.ts";

/** Notes that a project's store has analyses that wait for somebody. */
export type NoteOpenAnalyses = (project_id: number) => Promise<void>;

/** What a project's store does with what its calls came to. */
export abstract class AfterCallStore<Env> extends ContactStore<Env> implements AfterCallRpc {
  protected abstract noteOpenAnalyses: NoteOpenAnalyses;
  protected abstract callVolume: CallVolume;
  protected readonly records = new Records(this.ctx.storage);
  protected readonly moved = new MovedTable(this.ctx.storage);
  /** `callVolume` for these parts: the subclass sets it after they are made. */
  protected readonly volumeCaller: CallVolume = (...call) => this.callVolume(...call);
  protected readonly history = new History({ records: this.records, moved: this.moved, callVolume: this.volumeCaller });
  protected readonly ratings = new RatingsTable(this.ctx.storage);
  protected readonly analyses = new AnalysesTable(this.ctx.storage);

  async afterCall(project_id: number, session_id: string, most_usage: number): Promise<AfterCall> {
    if ((await this.open(project_id)) === null)
      return { usage: [], totals: NO_USAGE, rating: null, contacts: [], analysis: null };
    return {
      ...(await this.history.usageOf(project_id, session_id, most_usage)),
      rating: this.ratings.of([session_id]).get(session_id) ?? null,
      contacts: this.contactsTable.ofSession(session_id),
      analysis: this.analyses.find(session_id),
    };
  }

  async totals(project_id: number, session_ids: readonly string[]): Promise<SessionTotals[]> {
    if ((await this.open(project_id)) === null) return [];
    const [usage, ratings] = [this.records.usage.totals(session_ids), this.ratings.of(session_ids)];
    return session_ids.map((id) => ({
      session_id: id,
      usage: usage.get(id) ?? NO_USAGE,
      rating: ratings.get(id) ?? null,
    }));
  }

  async analysis(project_id: number, session_id: string): Promise<Analysis | null> {
    return (await this.open(project_id)) === null ? null : this.analyses.find(session_id);
  }

  async requestAnalyses(project_id: number, asked: readonly AnalysisAsked[], now: number): Promise<string[]> {
    if ((await this.open(project_id, { writing: true })) === null) return [];
    await this.lookAtAnalysesLater(now);
    return this.ctx.storage.transactionSync(() => this.analyses.request(project_id, asked, now));
  }

  async requestAnalysisAgain(project_id: number, asked: AnalysisAsked, now: number): Promise<void> {
    if ((await this.open(project_id, { writing: true })) === null) return;
    await this.lookAtAnalysesLater(now);
    this.analyses.requestAgain(project_id, asked, now);
  }

  async beginAnalysis(project_id: number, session_id: string, attempt: number, now: number): Promise<boolean> {
    return (await this.open(project_id)) !== null && this.analyses.begin(session_id, attempt, now);
  }

  async finishAnalysis(project_id: number, session_id: string, result: AnalysisResult, now: number): Promise<void> {
    if ((await this.open(project_id)) !== null) this.analyses.finish(session_id, result, now);
  }

  async failAnalysis(project_id: number, session_id: string, detail: string, now: number): Promise<void> {
    if ((await this.open(project_id)) !== null) this.analyses.fail(session_id, detail, now);
  }

  async claimStuckAnalysis(project_id: number, before: number, now: number): Promise<StuckAnalysis | null> {
    return (await this.open(project_id)) === null ? null : this.analyses.claimStuck(before, now);
  }

  async unannouncedAnalyses(project_id: number, session_id: string | null, limit: number): Promise<AnalysisDone[]> {
    return (await this.open(project_id)) === null ? [] : this.analyses.unannounced(session_id, limit);
  }

  async markAnalysesAnnounced(
    project_id: number,
    announced: readonly Pick<AnalysisDone, "session_id" | "at">[],
  ): Promise<void> {
    if ((await this.open(project_id)) === null) return;
    this.ctx.storage.transactionSync(() => this.analyses.markAnnounced(announced));
  }

  async hasOpenAnalyses(project_id: number): Promise<boolean> {
    return (await this.open(project_id)) !== null && this.analyses.oldestOpen() !== null;
  }

  /** Before one is requested: should whoever makes it die, the object wakes and says so. */
  protected lookAtAnalysesLater(at: number): Promise<void> {
    return this.wakeAt(at + ANALYSIS_STUCK_AFTER);
  }

  /** Wakes for those that have come in open. Not in an alarm: that of one that is stuck would ring again at once. */
  protected async lookAtOpenAnalyses(): Promise<void> {
    const oldest = this.analyses.oldestOpen();
    if (oldest !== null) await this.lookAtAnalysesLater(Math.max(oldest.at, Date.now() - ANALYSIS_STUCK_AFTER));
  }

  /** What an alarm does: has the cron go on with analyses that a crash has cut off, or that nobody was told of. */
  protected async tendAnalyses(): Promise<void> {
    const oldest = this.analyses.oldestOpen();
    if (oldest === null) return;
    const now = Date.now();
    const stuck = oldest.at + ANALYSIS_STUCK_AFTER <= now;
    // Where D1 does not answer they are noted the next time.
    if (stuck)
      await this.noteOpenAnalyses(oldest.project_id).catch((error: unknown) =>
        logError("open_analyses_not_noted", error),
      );
    await this.lookAtAnalysesLater(stuck ? now : oldest.at);
  }
}
