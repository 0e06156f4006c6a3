import { html } from "lit";
import type { Source } from "../../shared/knowledge.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { SessionShown } from "../answers.ts";
import type { Api } from "../api.ts";
import { Form } from "../controllers/form.ts";
import { field, read } from "../parts/field.ts";
import { formDialog } from "../parts/modal.ts";
import { ProjectView } from "../view.ts";

/** What was asked, and what a person said to it. */
export interface PersonAnswer {
  question: string;
  answer: string;
}

/** The newest lines of a person that stand together, and what the visitor said before; `null` where no person has written. */
export function personAnswer(transcript: SessionShown["transcript"]): PersonAnswer | null {
  const last = transcript.findLastIndex(({ role }) => role === "person");
  if (last < 0) return null;
  const first = transcript.findLastIndex(({ role }, at) => at < last && role !== "person") + 1;
  const textOf = (lines: typeof transcript) => lines.map(({ text }) => text).join("\n");
  return {
    question: textOf(
      transcript
        .slice(0, first)
        .filter(({ role }) => role === "user")
        .slice(-1),
    ),
    answer: textOf(transcript.slice(first, last + 1)),
  };
}

/** A dialog that keeps what a person answered as a source of the project's knowledge: the next visitor gets it from the agent. */
export class KeepAnswer extends ProjectView {
  static override properties = { draft: { attribute: false } };
  declare draft: PersonAnswer;
  readonly #form = new Form(this, "keep-answer");
  #done = false;
  #closed: (kept: boolean) => void = () => {};

  /** @returns whether it was kept */
  static ask(api: Api, project_id: number, draft: PersonAnswer): Promise<boolean> {
    const element = Object.assign(document.createElement("vc-keep-answer") as KeepAnswer, {
      api,
      projectId: project_id,
      draft,
    });
    document.body.append(element);
    return new Promise((resolve) => {
      element.#closed = resolve;
    });
  }

  override render() {
    const form = this.#form;
    const { question, answer } = this.draft;
    return formDialog(form, {
      title: "Keep the answer",
      fields: html`<p class="hint">Agents that know the sources give it to the next visitor who asks. Take out what concerns this visitor alone.</p>
        ${field(form, { kind: "text", name: "title", label: "Question", required: true, maxlength: LENGTHS.title, value: question.slice(0, LENGTHS.title) })}
        ${field(form, { kind: "area", name: "text", label: "Answer", required: true, rows: 6, value: answer })}`,
      action: "Keep answer",
      send: (element) => this.#keep(element),
      closed: () => this.#close(),
    });
  }

  async #keep(form: HTMLFormElement): Promise<void> {
    const values = read(form);
    await this.api.post<Source>(`/projects/${this.projectId}/sources`, {
      body: { kind: "text", title: values.text("title"), text: values.text("text") },
    });
    this.#done = true;
    form.closest("dialog")?.close();
  }

  #close(): void {
    this.#closed(this.#done);
    this.remove();
  }
}
