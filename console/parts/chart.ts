import { html, nothing, svg, type TemplateResult } from "lit";
import { count } from "./format.ts";

/** One bar: its place on the axis, and its parts from below. */
interface Bar {
  label: string;
  /** `null`: nothing to show there, which is not the same as 0. */
  values: readonly (number | null)[];
}

interface Chart {
  title: string;
  /** What is said beside the title, as the sum. */
  total?: string | undefined;
  /** One for each part of a bar; the first stands at the bottom. */
  parts: readonly { name: string; tone: "accent" | "bad" | "good" }[];
  bars: readonly Bar[];
  /** How a value is written at the axis and in the table. */
  format?: (value: number) => string;
  /** The top of the axis, where it is always the same. */
  most?: number;
}

const HEIGHT = 100;
const STEP = 10;

/** The next of 1, 2, 5, 10, 20 …: an axis ends at a number that a person would choose. */
function niceTop(value: number): number {
  if (value <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

/** At most five labels: the first, the last, and some between. */
function axisLabels(bars: readonly Bar[]): string[] {
  if (bars.length <= 5) return bars.map(({ label }) => label);
  return [0, 0.25, 0.5, 0.75, 1].map((part) => bars[Math.round(part * (bars.length - 1))]?.label ?? "");
}

/** Bars with their axes, and the same numbers as a table for those who read them. */
export function chart({ title, total, parts, bars, format = count, most }: Chart): TemplateResult {
  const sums = bars.map(({ values }) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0));
  const top = most ?? niceTop(Math.max(0, ...sums));
  const scale = (value: number) => (Math.min(value, top) / top) * HEIGHT;
  return html`<figure class="card chart">
    <figcaption>
      <h3>${title}</h3>
      ${total === undefined ? nothing : html`<strong>${total}</strong>`}
      ${
        parts.length > 1
          ? html`<ul class="legend">
              ${parts.map(({ name, tone }) => html`<li class=${tone}>${name}</li>`)}
            </ul>`
          : nothing
      }
    </figcaption>
    <div class="plot" aria-hidden="true">
      <div class="axis-y">${[top, top / 2, 0].map((value) => html`<span>${format(value)}</span>`)}</div>
      <svg viewBox="0 0 ${bars.length * STEP} ${HEIGHT}" preserveAspectRatio="none">
        ${[0, HEIGHT / 2, HEIGHT].map((y) => svg`<line x1="0" x2=${bars.length * STEP} y1=${y} y2=${y}></line>`)}
        ${bars.map(({ label, values }, index) => {
          let floor = HEIGHT;
          return values.map((value, part) => {
            const height = value === null || value === 0 ? 0 : Math.max(1.5, scale(value));
            floor -= height;
            if (height === 0) return nothing;
            return svg`<rect class=${parts[part]?.tone ?? "accent"} x=${index * STEP + 1} y=${floor} width=${STEP - 2} height=${height}><title>${label}: ${format(value ?? 0)} ${parts.length > 1 ? parts[part]?.name : ""}</title></rect>`;
          });
        })}
      </svg>
      <div class="axis-x">${axisLabels(bars).map((label) => html`<span>${label}</span>`)}</div>
    </div>
    <details>
      <summary>As a table<span class="visually-hidden">: ${title}</span></summary>
      <div class="scroll" tabindex="0" role="region" aria-label="${title}, table">
        <table>
          <thead>
            <tr>
              <th scope="col"><span class="visually-hidden">When</span></th>
              ${parts.map(({ name }) => html`<th scope="col" class="number">${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${bars.map(
              ({ label, values }) => html`<tr>
                <th scope="row">${label}</th>
                ${values.map((value) => html`<td class="number">${value === null ? "–" : format(value)}</td>`)}
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
  </figure>`;
}
