import type { Plugin } from "vite";

/**
 * Parts of Lit's templates that the widget does not use, taken out of the one version that is installed. Each piece must be
 * found, so a new version of Lit stops the build until somebody has read it. scripts/build/literals.ts refuses markup that would
 * need one of them.
 */
const UNUSED: readonly [what: string, piece: RegExp | string, instead: string][] = [
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
  ["what begins with <, and is no tag", /v=.*?,m=\/>\/g/, "v=/<\\/?[a-zA-Z][^>\\s]*/g"],
  ["where that is read", /c===v\?"!--".*?:c===p\?/, "c!==p?c=p:"],
  ["its end, and that of a quoted text", /:c===\$\|\|c===g\?.*?n=void 0\)/, ""],
  ["text that ends with its own tag", "let n,l=", "let l="],
  ["where it ends; a value in place of an attribute", /c=n\?\?v(.*?):void 0===u\[1\]\?d=-2/, "c=v$1"],
  ["its mark", "s+o+(-2===d?i:x)", "s+o"],
  ["an attribute right before />", /const x=c===p&&.*?;(.*?o)\+x/, "$1"],
  ["a question that the next answers too", "if(r.hasAttributes())", ""],
  ["the kinds of places in a template", /type:[12],/g, ""],
  ["where they are read", /2===r\.type\?(i=new k.*?):1===r\.type\?(i=new r.*?):6.*?(?=,this\._\$AV)/, "r.ctor?$2:$1"],
  ["places without a part", /void 0!==s&&\((.*?\._\$AI\(t\[i\]\))\),i\+\+/, "$1,i++"],
  ["the kind of a part", /constructor\(\)\{super\(\.\.\.arguments\),this\.type=[34]\}/g, ""],
  ["that of a listener", /constructor\(t,i,s,e,h\)\{super\(t,i,s,e,h\),this\.type=5\}/, ""],
  ["those of the others", /this\.type=[12],/g, ""],
  ["where a part stands among others", /get parentNode\(\)\{(?:return this|let t).*?\}/g, ""],
  ["the part around a template", /,this\._\$AM=i(?=\})/, ""],
  ["where it is told", "new R(e,this)", "new R(e)"],
  ["the part around a part, and its options", /(s,)e\)\{(.*?),this\._\$AM=s,this\.options=e/, "$1e){$2"],
  ["the same of an attribute", /this\._\$AM=e,this\.options=h,/, ""],
  ["where they are told", /(nextSibling|r\.strings),this,t\)/g, "$1)"],
  ["the same for lists", "this.O(c()),this,this.options", "this.O(c())"],
  ["options of a template", "t.u(this.options)", "t.u()"],
  ["templates that were compiled before", /"number"==typeof s\?(.*?\)):\(void 0===s\.el.*?,s\);/, "$1;"],
  ["a value that leaves all as it is", /E=Symbol\.for\("lit-noChange"\),/, ""],
  ["where a part has it", /&&t!==E/g, ""],
  ["where one of several in an attribute has it", "r===E&&(r=this._$AH[n]),", ""],
  ["its name", "E as noChange,", ""],
  ["attributes that wait", "o&&!e&&", "o&&"],
  ["the part of an attribute's directive", "s._$AI(t,s,i)", "s._$AI(t,i)"],
  ["where it is taken", "_$AI(t,i=this,s,e)", "_$AI(t,s)"],
  ["the same of the others", /_\$AI\(t,i=this\)/g, "_$AI(t)"],
  [
    "listeners that are objects, or none, and their options; pages have an addEventListener of their own that takes functions alone",
    /if\(\(t=t\?\?A\)===E\)return;const s=.*?this\._\$AH=t\}handleEvent\(t\)\{.*?\}/,
    "this._$AH===A&&this.element.addEventListener(this.name,t=>this._$AH(t));this._$AH=t}",
  ],
  ["a hook for a polyfill", "i(t).nextSibling;i(t).", "t.nextSibling;t."],
  [
    "drawing before a node, and options",
    /const D=.*?,h\}/,
    "const D=(t,i)=>(i._$litPart$??=new k(i.insertBefore(c(),null),null))._$AI(t)",
  ],
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
    const left = rest.replace(piece, instead);
    if (left === rest) throw new Error(`lit-html.js: ${what} not found; see scripts/build/lit-parts.ts`);
    return left;
  }, code);
}
