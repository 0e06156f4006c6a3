import { DurableObject } from "cloudflare:workers";
import { HOUR_MS } from "../../../shared/time.ts";
import type { EmbeddingModel } from "../../../shared/vendors.ts";
import { EmbeddingFailure } from "../../embeddings/ask.ts";
import { calibrate, calibrateQuestions, UNLIKE_QUESTIONS } from "../../embeddings/calibration.ts";
import { configuredModel, embedderOf } from "../../embeddings/choose.ts";
import { DIMENSIONS, type Embedder } from "../../embeddings/embedder.ts";
import type { Bindings } from "../../env.ts";
import { logError } from "../../log-error.ts";
import { readVariables } from "../../variables.ts";
import { backoff } from "../backoff.ts";
import { quantized, VectorSet } from "./engine.ts";
import type { NearPassage, PassageVectorsRpc, VectorState } from "./rpc.ts";
import { sameQuestions } from "./same-questions.ts";
import { VectorTable } from "./table.ts";

/** The project's passages, which another object keeps. */
export interface PassageSource {
  ids(project_id: number): Promise<number[]>;
  /** What is embedded of each that is still there. */
  texts(project_id: number, ids: number[]): Promise<{ id: number; text: string }[]>;
}

/** Texts in one request, and requests in one alarm. */
const BATCH = 64;
const BATCHES = 4;
/** Milliseconds until a request for passages, or for a question that somebody waits for, is given up. */
const PASSAGES_MS = 60_000;
const QUESTION_MS = 4_000;
/** Milliseconds for all questions of a project's owner, who waits for them. */
const QUESTIONS_MS = 10_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = HOUR_MS;

const same = (one: EmbeddingModel | null, other: EmbeddingModel | null) =>
  one?.vendor === other?.vendor && one?.name === other?.name;

/**
 * Keeps a vector of each passage of one project and compares them with a question's. They are made a batch with each
 * alarm; until then, and whenever the model does not answer, passages are found by their words. Vectors of an earlier
 * model answer until those of the new one are whole.
 */
export abstract class PassageVectors extends DurableObject<Bindings> implements PassageVectorsRpc {
  protected abstract source: PassageSource;
  readonly #table = new VectorTable(this.ctx.storage);
  /** The serving model's vectors; `null` until a question asks for them. */
  #set: VectorSet | null = null;
  #failures = 0;
  /** Vectors of the questions that were compared last, in memory alone: they are visitors' words. */
  #questions: { model: EmbeddingModel; vectors: Map<string, number[]> } | null = null;
  /** What compares questions now, by its texts: who asks the same meanwhile waits for it, since each text costs. */
  readonly #comparing = new Map<string, Promise<number[]>>();

  async changed(project_id: number): Promise<void> {
    if (!this.#table.exists() && this.#wanted() === null) return;
    this.#table.create();
    this.#table.write("project", String(project_id));
    this.#table.write("dirty", "1");
    this.#failures = 0;
    await this.ctx.storage.setAlarm(Date.now());
  }

  async forget(ids: number[]): Promise<void> {
    if (!this.#table.exists()) return;
    this.#table.forget(ids);
    this.#set = null;
  }

  async clear(): Promise<void> {
    this.#set = null;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  async nearest(project_id: number, question: string, limit: number): Promise<NearPassage[]> {
    const wanted = this.#wanted();
    if (wanted === null) return [];
    if (!this.#table.exists()) await this.changed(project_id);
    const serving = this.#table.serving();
    // The operator chose another model: its vectors are made while these answer.
    if (!same(serving, wanted)) await this.#goOn();
    const embedder = serving && this.#embedder(serving);
    const calibration = serving && this.#table.calibration(serving);
    if (!embedder || !calibration) return [];
    try {
      const [vector] = await embedder.embed([question], "question", AbortSignal.timeout(QUESTION_MS));
      if (!vector) return [];
      this.#set ??= new VectorSet(this.#table.vectors(serving));
      return this.#set.nearest(quantized(vector), limit, calibration);
    } catch (error) {
      this.#log("question_not_embedded", error);
      return [];
    }
  }

  async sameQuestions(texts: string[]): Promise<number[]> {
    const wanted = this.#wanted();
    const embedder = wanted && this.#embedder(wanted);
    const alone = texts.map((_, at) => at);
    if (!embedder || texts.length < 2) return alone;
    const name = JSON.stringify([embedder.model, texts]);
    const work =
      this.#comparing.get(name) ?? this.#compare(embedder, texts).finally(() => this.#comparing.delete(name));
    this.#comparing.set(name, work);
    return work;
  }

  async #compare(embedder: Embedder, texts: string[]): Promise<number[]> {
    try {
      const unlike = UNLIKE_QUESTIONS.length;
      const vectors = await this.#questionVectors(embedder, [...UNLIKE_QUESTIONS, ...texts]);
      return sameQuestions(vectors.slice(unlike).map(quantized), calibrateQuestions(vectors.slice(0, unlike)));
    } catch (error) {
      this.#log("questions_not_embedded", error);
      return texts.map((_, at) => at);
    }
  }

  async state(): Promise<VectorState> {
    if (!this.#table.exists()) return { model: null, ready: 0, waiting: 0, problem: null };
    return { model: this.#table.serving(), ...this.#table.counts(), problem: this.#table.read("problem") };
  }

  /** At least once, perhaps twice. It must not throw, or the vectors would never be made. */
  override async alarm(): Promise<void> {
    if (!this.#table.exists()) return;
    const wanted = this.#wanted();
    const embedder = wanted && this.#embedder(wanted);
    if (!embedder) return;
    try {
      if (await this.#work(embedder)) await this.ctx.storage.setAlarm(Date.now());
      this.#failures = 0;
      if (this.#table.exists()) this.#table.write("problem", null);
    } catch (error) {
      this.#log("passages_not_embedded", error);
      if (!this.#table.exists()) return;
      this.#table.write("problem", String(error).slice(0, 300));
      await this.ctx.storage.setAlarm(Date.now() + backoff(this.#failures++, FIRST_PAUSE_MS, LONGEST_PAUSE_MS));
    }
  }

  /** @returns whether more is to be done */
  async #work(embedder: Embedder): Promise<boolean> {
    const { model } = embedder;
    const serving = this.#table.serving();
    if (this.#table.read("dirty") !== null || (!same(serving, model) && this.#table.waiting(1).length === 0)) {
      const project_id = Number(this.#table.read("project"));
      // Before the look: what changes during it is looked at once more.
      this.#table.write("dirty", null);
      const ids = await this.source.ids(project_id);
      if (!this.#table.exists()) return false;
      this.#table.compare(model, ids);
      this.#set = null;
    }
    if (this.#table.calibration(model) === null) {
      const calibration = await calibrate(embedder, DIMENSIONS, AbortSignal.timeout(PASSAGES_MS));
      if (!this.#table.exists()) return false;
      this.#table.calibrate(model, calibration);
    }
    for (let batch = 0; batch < BATCHES; batch++) {
      const ids = this.#table.waiting(BATCH);
      if (ids.length === 0) break;
      await this.#embed(embedder, ids);
      if (!this.#table.exists()) return false;
      // Where nothing answered before, what there is answers at once.
      if (serving === null) this.#table.serve(model);
    }
    if (this.#table.waiting(1).length > 0 || this.#table.read("dirty") !== null) return true;
    this.#table.serve(model);
    this.#set = null;
    return false;
  }

  /** @throws EmbeddingFailure where the model does not answer in time; what it answered is not asked again */
  async #questionVectors({ model, embed }: Embedder, texts: readonly string[]): Promise<number[][]> {
    const known = same(this.#questions?.model ?? null, model) ? (this.#questions?.vectors ?? new Map()) : new Map();
    const vectors = new Map<string, number[]>(
      texts.flatMap((text) => (known.has(text) ? [[text, known.get(text)]] : [])),
    );
    this.#questions = { model, vectors };
    const missing = [...new Set(texts)].filter((text) => !vectors.has(text));
    const signal = AbortSignal.timeout(QUESTIONS_MS);
    for (let at = 0; at < missing.length; at += BATCH) {
      const batch = missing.slice(at, at + BATCH);
      const made = await embed(batch, "question", signal);
      batch.forEach((text, row) => {
        vectors.set(text, (made[row] ?? []).slice(0, DIMENSIONS));
      });
    }
    return texts.map((text) => vectors.get(text) ?? []);
  }

  async #embed({ model, embed }: Embedder, ids: number[]): Promise<void> {
    const passages = await this.source.texts(Number(this.#table.read("project")), ids);
    const texts = passages.map(({ text }) => text);
    const made = texts.length === 0 ? [] : await embed(texts, "passage", AbortSignal.timeout(PASSAGES_MS));
    if (!this.#table.exists()) return;
    const vectors = new Map(passages.map(({ id }, at) => [id, quantized(made[at] ?? []).buffer]));
    const before = this.#table.dimensions(model);
    const now = made[0] && quantized(made[0]).byteLength;
    if (before !== null && now !== undefined && before !== now) {
      // The same name gives other vectors than before, which cannot be compared: all are made again.
      this.#table.forgetModel(model);
      this.#table.write("dirty", "1");
      this.#set = null;
      throw new EmbeddingFailure(`it gives vectors of ${now} dimensions, and gave ${before} before`);
    }
    this.#table.save(model, ids, vectors);
    this.#set = null;
  }

  /** An alarm, if none is set: a model that was changed while nothing else happened. */
  async #goOn(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now());
  }

  #wanted(): EmbeddingModel | null {
    return configuredModel(readVariables(this.env), this.env);
  }

  #embedder(model: EmbeddingModel): Embedder | null {
    return embedderOf(model, readVariables(this.env), this.env);
  }

  #log(event: string, error: unknown): void {
    logError(event, error);
  }
}
