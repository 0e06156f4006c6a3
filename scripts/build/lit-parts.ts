import type { Plugin } from "vite";

/**
 * What Lit's templates hold for pages that this widget is none of, taken out of the one version that is installed. Each piece
 * must be found, so a new version of Lit stops the build until somebody has read it. scripts/build/literals.ts refuses markup
 * that would need one of them.
 */
const UNUSED: readonly [what: string, piece: RegExp, instead: string][] = [
  [
    "polyfills, and the list of versions",
    /B=t\.litHtmlPolyfillSupport;B\?\.\(S,k\),\(t\.litHtmlVersions\?\?=\[\]\)\.push\("3\.3\.3"\);/,
    "B=0;",
  ],
  [
    "text bound inside of style, script, title and textarea",
    /if\(y\.test\(r\.tagName\)\)\{.*?r\.append\(t\[i\],c\(\)\)\}\}/,
    "",
  ],
  ["the same, as markup is read", /\(y\.test\(u\[2\]\)&&\(n=RegExp\("<\/"\+u\[2\],"g"\)\),c=p\)/, "(c=p)"],
  ["bindings in comments", /else\{let t=-1;for\(;-1!==\(t=r\.data\.indexOf.*?\}l\+\+/, "l++"],
  ["MathML", /3===i\?"<math>":""/, '""'],
  [
    "what reads markup as XML in a page that is XHTML",
    /const s=l\.createElement\("template"\)/,
    'const s=l.implementation.createHTMLDocument().createElement("template")',
  ],
  ["its end", /3===i\?"<\/math>":""/, '""'],
  ["directives on an element", /t\.startsWith\(o\)&&\(d\.push\(\{type:6,index:l\}\),r\.removeAttribute\(t\)\)/, "0"],
  ["directives as values", /function M\(t,i,s=t,e\)\{.*?\}(?=class R\{)/, ""],
  ["where they are asked for", /M\(this,(t|e\[s\+n\]),i(?:,[n0])?\)/g, "$1"],
  ["what directives and servers need of it", /const j=\{M:h,.*?\},B=0;/, ""],
  ["its name", /j as _\$LH,/, ""],
  ["whether a part is connected", /get _\$AU\(\)\{return this\._\$AM\??\._\$AU.*?\}/g, ""],
  ["what it is told of that", /setConnected\(t\)\{.*?\(t\)\)\}/, ""],
  ["the value of that", /,this\._\$Cv=e\?\.isConnected\?\?!0/, ""],
  ["children that would be told", /this\._\$AN=void 0,/g, ""],
  ["what is told as they go", /this\._\$AP\?\.\(!1,!0,s\)(?=;t!==this\._\$AB)/, ""],
  ["a document other than the page's", /\(t\?\.creationScope\?\?l\)(?=\.importNode)/, "l"],
  ["the ends of a part", /get startNode\(\)\{return this\._\$AA\}get endNode\(\)\{return this\._\$AB\}/, ""],
  ["the element's name", /get tagName\(\)\{return this\.element\.tagName\}/, ""],
  ["their parts", /:6===r\.type&&\(i=new Z\(h,this,t\)\)/, ":0"],
];

export const litParts = (): Plugin => ({
  name: "lit-parts",
  transform: {
    filter: { id: /\/lit-html\/(?:lit-html|directive)\.js$/ },
    handler(code, id) {
      if (id.endsWith("/directive.js"))
        throw new Error("Lit's directives are taken out of what a page loads: see scripts/build/lit-parts.ts");
      return { code: withoutUnused(code), map: null };
    },
  },
});

/** @throws Error where a piece is not there */
export function withoutUnused(code: string): string {
  return UNUSED.reduce((rest, [what, piece, instead]) => {
    if (!piece.test(rest)) throw new Error(`lit-html.js: ${what} not found; see scripts/build/lit-parts.ts`);
    return rest.replace(piece, instead);
  }, code);
}
