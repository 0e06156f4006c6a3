/** Texts that make a careless reader slow, each of any length. What ends them fits nothing that came before. */
const PIECES: Record<string, string> = {
  spaces: " ",
  "line breaks": "\n",
  "spaces and line breaks": "  \n",
  "no-break spaces": "\u00a0",
  tabs: "\t",
  dots: ".",
  "dots and spaces": ". ",
  "question marks": "?! ",
  dashes: "-",
  "number signs": "#",
  headings: "# a\n",
  stars: "*",
  "stars in pairs": "**a",
  underscores: "_a",
  backticks: "`",
  fences: "```\n",
  brackets: "[",
  "halves of links": "[a](",
  pictures: "![a](b",
  parentheses: "((",
  braces: "{",
  "braces in braces": '{"a":',
  "angle brackets": "<",
  "end tags": "</p>",
  paragraphs: "<p>a",
  "open tags": "<b>",
  comments: "<!--",
  attributes: "<a href='x' b=c ",
  "items of lists": "<li>a",
  cells: "<td>a",
  "closed panels": "<div id=a hidden>b</div><button aria-controls=a>c</button>",
  headers: "<h2><button>a</button></h2><div hidden>b</div>",
  rules: "<style>.a .b{display:none}</style><i class=b>c</i>",
  "named links": "<a href=#a>b</a>",
  entities: "&amp;&#x41;",
  "one word": "a",
  words: "word of a text, ",
  "names with seams": "aB1",
  joiners: "a\u200d\u200c",
  "marks on a letter": "\u0301\u0323",
  "emoji with selectors": "\u{1f600}\ufe0f\u20e3",
  "Chinese and Thai": "天気予報สวัสดี",
  "halves of characters": "\ud83d",
  percents: "%4",
  addresses: "http://a.b/?c=d&",
  "robots rules": "user-agent: *\ndisallow: /*a*b$\n",
  "entries of a sitemap": "<url><loc>https://a.example/b</loc></url>",
  "lines of data": '"a":1,\n',
};

export interface Shape {
  name: string;
  /** What is repeated. */
  piece: string;
  make(length: number): string;
}

export const repeated = (name: string, piece: string): Shape => ({
  name,
  piece,
  make: (length) => `${piece.repeat(Math.ceil(length / piece.length))}\u0001x`,
});

export const SHAPES: readonly Shape[] = Object.entries(PIECES).map(([name, piece]) => repeated(name, piece));
