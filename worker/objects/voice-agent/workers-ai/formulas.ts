/** Signs that voices read in every language. */
const SIGNS: Record<string, string> = {
  times: "×",
  cdot: "×",
  div: "÷",
  pm: "±",
  le: "≤",
  leq: "≤",
  ge: "≥",
  geq: "≥",
  ne: "≠",
  neq: "≠",
  approx: "≈",
  infty: "∞",
  pi: "π",
  sum: "∑",
  to: "→",
  rightarrow: "→",
  Rightarrow: "⇒",
  dots: "…",
  ldots: "…",
  degree: "°",
};

/** Commands about how a formula looks, of which nothing is said. */
const LOOK =
  /^(?:left|right|[bB]igg?[lr]?|q?quad|displaystyle|text\w*|math\w*|operatorname|mbox|boxed|overline|underline|vec|hat|bar|limits|begin|end|tag|label)$/;

/** Commands that show what is no path of a file and no other text with a backslash. */
const SURE =
  /\\(?:[dt]?frac|sqrt|times|cdot|div|pm|leq?|geq?|neq?|approx|infty|text|mathrm|left|right|sum)(?![a-zA-Z])/;

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** What is said of formulas in TeX, which models write though nobody asked: its letters, numbers and signs. Money keeps its dollars. */
export function withoutFormulas(text: string): string {
  const said = text.replace(/(\${1,2})(?=\S)([^$]*[\\^_{][^$]*)(?<=\S)\1(?!\d)/g, (_, _mark, formula: string) =>
    signs(formula),
  );
  return SURE.test(said) ? signs(said) : said;
}

function signs(formula: string): string {
  let text = formula.replace(/\^\s*\{?\s*\\circ\s*\}?/g, "°");
  // From the inside out.
  for (let before = ""; before !== text; ) {
    before = text;
    text = text
      .replace(
        /\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g,
        (_, over: string, under: string) => `${part(over)} / ${part(under)}`,
      )
      .replace(/\\sqrt\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}/g, (_, of: string) => `√${part(of)}`)
      .replace(/\^\{?(\d+)\}?/g, (_, digits: string) =>
        digits.replace(/\d/g, (digit) => RAISED[Number(digit)] ?? digit),
      )
      .replace(/\\(?:begin|end)\{[^{}]*\}/g, " ")
      .replace(/_\{([^{}]*)\}/g, " $1")
      .replace(/\\(?:text\w*|math\w*|operatorname|mbox|boxed|overline|underline|vec|hat|bar)\s*\{([^{}]*)\}/g, "$1");
  }
  return text
    .replace(/\\([a-zA-Z]+)/g, (_, name: string) => SIGNS[name] ?? (LOOK.test(name) ? "" : name))
    .replace(/([a-zA-Z0-9])_([a-zA-Z0-9])(?![a-zA-Z0-9])/g, "$1 $2")
    .replace(/[{}]|\\(?=[\s,;!]|$)/g, "")
    .replace(/ {2,}/g, " ");
}

/** With brackets where it is more than one number or name. */
const part = (text: string): string => (/^√?[\p{L}\p{N}.,]*$/u.test(text.trim()) ? text.trim() : `(${text.trim()})`);
