import { html, type TemplateResult } from "lit";
import { dayOf } from "../../shared/time.ts";
import type { Organization, Project } from "../answers.ts";
import { pageHead } from "../parts/page.ts";
import type { TestCall } from "../parts/test-call.ts";
import { ApiView } from "../view.ts";

/** A site's day: what keeps visitors from calling, what is still to do, what was asked, and who answers. */
export class Home extends ApiView {
  static override properties = {
    project: { attribute: false },
    organization: { attribute: false },
    day: {},
    query: { attribute: false },
    setup: { attribute: false },
  };
  declare project: Project;
  /** Who pays; `null` for nobody. */
  declare organization: Organization | null;
  /** A UTC day, `YYYY-MM-DD`; anything else is today. */
  declare day: string | null;
  declare query: URLSearchParams;
  declare setup: TemplateResult;

  override updated(changed: Map<string, unknown>): void {
    if (changed.has("query") && this.query.get("do") === "call")
      void this.querySelector<TestCall>("vc-test-call")?.open();
  }

  override render() {
    const { id, name } = this.project;
    return html`
      ${pageHead({
        title: name,
        name: "Home",
        actions: html`<vc-test-call .api=${this.api} .projectId=${id}></vc-test-call>`,
      })}
      ${this.setup}
      <vc-day class="tabbed" .api=${this.api} .project=${this.project} .organization=${this.organization} .day=${isDay(this.day) ? this.day : dayOf(Date.now())}></vc-day>
      <vc-agent-states class="tabbed" .api=${this.api} .projectId=${id}></vc-agent-states>
    `;
  }
}

const isDay = (day: string | null): day is string =>
  day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) && day <= dayOf(Date.now());
