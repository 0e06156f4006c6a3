import { html } from "lit";
import { ProjectView } from "../view.ts";
import type { Questions } from "./questions.ts";
import type { Sources } from "./sources.ts";

/** What a project's agents know: the sources, a search to try, and the questions without an answer. */
export class Knowledge extends ProjectView {
  static override properties = { query: { attribute: false } };
  declare query: URLSearchParams;

  override render() {
    const answer = ({ detail }: CustomEvent<string>) => this.querySelector<Sources>("vc-sources")?.answer(detail);
    const added = () => void this.querySelector<Questions>("vc-questions")?.refresh();
    return html`<vc-sources class="tabbed" .api=${this.api} .projectId=${this.projectId} .query=${this.query} @source-added=${added}></vc-sources>
      <vc-try-question class="tabbed" .api=${this.api} .projectId=${this.projectId}></vc-try-question>
      <vc-questions class="tabbed" .api=${this.api} .projectId=${this.projectId} @answer-question=${answer}></vc-questions>`;
  }
}
