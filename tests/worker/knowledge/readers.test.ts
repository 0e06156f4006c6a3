import { describe, expect, test } from "vitest";
import { readHtml } from "../../../worker/documents/html/read-html.ts";
import { readMarkdown } from "../../../worker/documents/markdown.ts";
import { readDocument } from "../../../worker/documents/read.ts";
import { readSitemap } from "../../../worker/documents/sitemap.ts";

const html = (page: string) => readHtml(page).sections;
const markdown = (text: string) => readMarkdown(text, true).sections;

test("a line with a code span of three backticks opens no block of code", () => {
  expect(markdown("# Install\n```npm install x```\n# Use\n```sh\n# no heading\n```\nDone.")).toEqual([
    { headings: ["Install"], text: "```npm install x```" },
    { headings: ["Use"], text: "# no heading\nDone." },
  ]);
});

test("addresses in Markdown are read, in angle brackets and where only a link holds them", () => {
  expect(
    markdown("Write <shop@a.test> or see <https://a.test/x>, [call](tel:+4930123) or [a@a.test](mailto:a@a.test).")[0]
      ?.text,
  ).toBe("Write shop@a.test or see https://a.test/x, call (+4930123) or a@a.test.");
});

test("of Markdown agents read what is seen: no comments, and signs for their names and escapes", () => {
  expect(markdown("Open daily. <!-- margin: 60 % -->\n<!-- secret\nlist -->Bye `<!-- x -->`")[0]?.text).toBe(
    "Open daily.\n\nBye `<!-- x -->`",
  );
  expect(markdown("```html\n<!-- shown -->\n```\nA <!-- that does not end")[0]?.text).toBe(
    "<!-- shown -->\nA <!-- that does not end",
  );
  expect(markdown("Fish &amp; chips, 5&nbsp;&euro;, 3\\* and 19<sup>99</sup> &toString;")[0]?.text).toBe(
    "Fish & chips, 5 €, 3* and 19⁹⁹ &toString;",
  );
  expect(markdown("- Rye\n---\nWheat")).toEqual([{ headings: [], text: "- Rye\n---\nWheat" }]);
});

test("front matter names the page, in YAML and in TOML, and is no part of its text", () => {
  for (const matter of [
    '---\ntitle: "Shipping"\nweight: 3\n---\n',
    '+++\ntitle = "Shipping"\nweight = 3\n[extra]\na = 1\n+++\n',
    "+++\ntitle='Shipping'\n+++\n",
  ])
    expect(readMarkdown(`${matter}We ship daily.`, true), matter).toMatchObject({
      title: "Shipping",
      sections: [{ headings: [], text: "We ship daily." }],
    });
  expect(markdown("+++\nnever closed")[0]?.text).toBe("+++\nnever closed");
});

describe("a sitemap", () => {
  const pages = (text: string) => readSitemap(new TextEncoder().encode(text)).pages;

  test("is read behind what a server has written before it", () => {
    const map = '<?xml version="1.0"?>\n<urlset><url><loc>https://a.test/x</loc></url></urlset>';
    for (const before of [
      "<br />\n<b>Warning</b>:  Undefined array key in <b>/srv/map.php</b> on line <b>12</b><br />\n",
      "\nDeprecated: strlen() in /srv/map.php on line 3\n",
      "<!-- cached -->\n\n",
    ])
      expect(pages(before + map), before).toEqual(["https://a.test/x"]);
    expect(() => pages(`<!doctype html><body>See <urlset></body>`)).toThrow(/not a sitemap/);
  });

  test("as a feed names pages by their link, or by a guid that is an address", () => {
    const feed = (items: string) => pages(`<rss><channel>${items}</channel></rss>`);
    expect(
      feed(
        `<item><guid>https://a.test/1</guid></item>
         <item><guid isPermaLink="true">https://a.test/2</guid><link></link></item>
         <item><guid>https://a.test/?p=3</guid><link>https://a.test/3</link></item>
         <item><guid isPermaLink="false">https://a.test/?p=4</guid></item>
         <item><guid>tag:a.test,2026:5</guid></item>`,
      ),
    ).toEqual(["https://a.test/1", "https://a.test/2", "https://a.test/3"]);
  });
});

describe("a heading with nothing below it", () => {
  test("is a text of its own in HTML", () => {
    expect(html("<main><h2>Call us: 555-0101</h2><h2>Visit us: 12 Main Street</h2></main>")).toEqual([
      { headings: [], text: "Call us: 555-0101" },
      { headings: [], text: "Visit us: 12 Main Street" },
    ]);
    expect(html("<h1>Hours</h1><h2>Mon to Fri: 9 to 17</h2><h2>Saturday: 10 to 14</h2><p>See you soon.</p>")).toEqual([
      { headings: ["Hours"], text: "Mon to Fri: 9 to 17" },
      { headings: ["Hours", "Saturday: 10 to 14"], text: "See you soon." },
    ]);
  });

  test("belongs to the page's own part or not by where it stands", () => {
    const own = "We bake rye bread. ".repeat(20).trim();
    expect(html(`<h2>Elsewhere</h2><main><h2>Call 555-0101</h2><h2>Bread</h2><p>${own}</p></main>`)).toEqual([
      { headings: [], text: "Call 555-0101" },
      { headings: ["Bread"], text: own },
    ]);
    expect(html(`<main><p>${own}</p><h2>Call 555-0101</h2></main><h2>Elsewhere</h2>`)).toEqual([
      { headings: [], text: own },
      { headings: [], text: "Call 555-0101" },
    ]);
  });

  test("is a text of its own in Markdown", () => {
    expect(
      markdown("# Hours\n## Monday: closed\n## Tuesday: 9 to 17\nRing the bell.\n## Sunday: closed\n# ![](x.png)"),
    ).toEqual([
      { headings: ["Hours"], text: "Monday: closed" },
      { headings: ["Hours", "Tuesday: 9 to 17"], text: "Ring the bell." },
      { headings: ["Hours"], text: "Sunday: closed" },
    ]);
    expect(readMarkdown("# Closed until May", true)).toMatchObject({
      title: "Closed until May",
      sections: [{ headings: [], text: "Closed until May" }],
    });
  });
});

describe("a row of a table in HTML", () => {
  const lines = (table: string) => html(`<table>${table}</table>`).flatMap(({ text }) => text.split("\n"));

  test("has the words of cells that reach into it from above", () => {
    expect(
      lines(`<tr><th>Drink<th>Size<th>Price
        <tr><td rowspan=2>Espresso<td>small<td>2.50
        <tr><td>large<td>3.00
        <tr><td>Latte<td>one size<td rowspan="2">4.00
        <tr><td>Mocha<td>one size
        <tr><td colspan=2>Anything else<td>5.00`),
    ).toEqual([
      "Drink | Size | Price",
      "Espresso | small | 2.50",
      "Espresso | large | 3.00",
      "Latte | one size | 4.00",
      "Mocha | one size | 4.00",
      "Anything else | 5.00",
    ]);
  });

  test("has those of its own group alone, to the group's end where none is named", () => {
    expect(
      lines(`<tbody><tr><td rowspan=0>Weekdays<td>9<tr><td>10<tr><td>11</tbody>
        <tbody><tr><td rowspan=9>Weekend<td>12</tbody><tbody><tr><td>never`),
    ).toEqual(["Weekdays | 9", "Weekdays | 10", "Weekdays | 11", "Weekend | 12", "never"]);
  });

  test("is one line, also where an editor has put paragraphs and lists into its cells", () => {
    expect(
      lines(`<tr><td><p>Monday</p></td><td><p>9 to 12</p><p>14 to 18</p></td></tr>
        <tr><td rowspan="2"><div><p><b>Friday</b></p></div></td><td><ul><li>9 to 12</li></ul></td></tr>
        <tr><td>closed<br>in summer</td></tr>`),
    ).toEqual(["Monday | 9 to 12 14 to 18", "Friday | - 9 to 12", "Friday | closed in summer"]);
  });

  test("keeps the paragraphs of a long cell, which is repeated nowhere", () => {
    const long = "Many words about this. ".repeat(20).trim();
    expect(lines(`<tr><td rowspan=2><p>${long}</p><p>More.</p></td><td>a</td></tr><tr><td>b</td></tr>`)).toEqual([
      long,
      "",
      "More.",
      "",
      "a",
      "b",
    ]);
  });

  test("of a table in another's cell has none of the outer one's", () => {
    expect(
      lines(`<tr><td rowspan=2>Outer<td><table><tr><td>in</td></tr><tr><td>ner</td></tr></table><tr><td>last`),
    ).toEqual(["Outer |", "in", "ner", "Outer | last"]);
  });

  test("repeats no more than a page may hold", () => {
    const rows = "<tr><td>y".repeat(5_000);
    const text = lines(`<tr>${`<td rowspan=0>${"x".repeat(200)}`.repeat(100)}${rows}`).join("\n");
    expect(text.length).toBeLessThan(200_000);
    expect(text.match(/y/g)).toHaveLength(5_000);
  });
});

describe("a part of a line in HTML", () => {
  const text = (page: string) =>
    html(page)
      .map(({ text }) => text)
      .join("\n");

  test("that is raised or small keeps apart what would be another number", () => {
    expect(
      text("<p>Espresso 19<sup>99</sup> €, 50 m<sup>2</sup>, to 18<sup><a href=#f>1</a></sup>, the 1<sup>st</sup></p>"),
    ).toBe("Espresso 19⁹⁹ €, 50 m², to 18¹, the 1st");
    expect(text("<p>19<span class=price__cents>99</span> € or 20<small>50</small></p>")).toBe("19⁹⁹ € or 20⁵⁰");
    expect(text("<p>$19<span>.</span><span class=a-price-fraction>99</span> in <small>2026</small></p>")).toBe(
      "$19.99 in 2026",
    );
    expect(html("<h3>Room of 20 m<sup>2</sup></h3><p>Quiet.</p>")[0]?.headings).toEqual(["Room of 20 m²"]);
  });

  test("that is struck out is marked as such, once", () => {
    expect(text("<p><del>€50</del> <ins>€40</ins>, <s><span class=line-through>9</span></s> 8</p>")).toBe(
      "~~€50~~ €40, ~~9~~ 8",
    );
    expect(text('<p><span style="text-decoration:line-through">30</span> 20</p>')).toBe("~~30~~ 20");
  });

  test("that follows on another without a space is a word of its own where styles set it apart", () => {
    expect(
      text(
        "<ul><li><span>Monday</span><span>9 to 17</span></li><li><strong>Sunday</strong><span>closed</span></li></ul>",
      ),
    ).toBe("- Monday 9 to 17\n- Sunday closed");
    // Within a word, and where words need no spaces.
    expect(text("<p><span>Wo</span><span>rd</span></p><div><span>H</span><span>ello</span></div>")).toBe(
      "Word\n\nHello",
    );
    expect(text("<div><span>営業</span><span>時間</span></div>")).toBe("営業時間");
  });

  test("that only says how another is read is left out", () => {
    expect(text("<p><ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>へ</p>")).toBe("東京へ");
  });

  test("that is said for the ear stands where what is seen is kept from it", () => {
    expect(
      text(
        "<div><span class=sr-only>Price: 19.99</span> <span aria-hidden=true>19.99</span></div><span class=sr-only>Skip</span>",
      ),
    ).toBe("Price: 19.99");
  });
});

test("a list that counts has the numbers that a browser writes", () => {
  const text = (page: string) => html(page)[0]?.text;
  expect(text("<ol><li>Open<li>Turn<ul><li>left</ul><li>Close</ol>")).toBe("1. Open\n2. Turn\n- left\n3. Close");
  expect(text("<ol start=4><li>Pay<li value=9>Wait<li>Go</ol>")).toBe("4. Pay\n9. Wait\n10. Go");
  expect(text("<ol reversed start=2><li>Silver<li>Gold</ol>")).toBe("2. Silver\n1. Gold");
  expect(text("<ol type=a><li>Rent<li>Buy</ol>")).toBe("a. Rent\nb. Buy");
  expect(text("<ol type=I start=4><li>Term<li>End</ol>")).toBe("IV. Term\nV. End");
  expect(text("<ol reversed><li>Bronze<ul><li>third</ul><li>Silver<li>Gold</ol>")).toBe(
    "3. Bronze\n- third\n2. Silver\n1. Gold",
  );
  // What holds the words of an item does not part them from its number; what comes behind an empty one is no part of it.
  expect(text("<ol><li><p>Open.</p><p>It blinks.</p><li><div>Turn</div><li></ol><p>Done.")).toBe(
    "1. Open.\n\nIt blinks.\n\n2. Turn\n3.\n\nDone.",
  );
  // Where a style hides them, and the page writes its own.
  expect(text("<ol><li>1. Open<li>2.1 Turn<li>3 eggs</ol>")).toBe("- 1. Open\n- 2.1 Turn\n3. 3 eggs");
});

test("a formula is read in one line", () => {
  const text = (formula: string) => html(`<p>It is <math>${formula}</math>.</p>`)[0]?.text;
  expect(text("<mi>π</mi><mo>\u2062</mo><msup><mi>r</mi><mn>2</mn></msup>")).toBe("It is πr².");
  expect(
    text(
      `<semantics><mrow><mi>x</mi><mo>=</mo><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac></mrow>
       <annotation encoding="application/x-tex">x = \\frac{a+b}{2}</annotation></semantics>`,
    ),
  ).toBe("It is x = (a + b)/2.");
  expect(text("<msqrt><mn>2</mn></msqrt><mo>+</mo><msub><mi>x</mi><mi>i</mi></msub>")).toBe("It is √2 + x_i.");
});

test("an aside that notes something on the text is read, one that leads elsewhere is not", () => {
  const page = (aside: string) => html(`<main><p>Order here.</p>${aside}</main>`)[0]?.text;
  const note = "<p>Refunds take fourteen days.</p>";
  for (const named of ["class='starlight-aside' aria-label=Note", "class='callout callout--warning'", "role=note"])
    expect(page(`<aside ${named}>${note}</aside>`), named).toBe("Order here.\n\nRefunds take fourteen days.");
  for (const named of ["", "class=sidebar", "class=newsletter"])
    expect(page(`<aside ${named}>${note}</aside>`), named).toBe("Order here.");
  expect(page("<aside class=note><a href=a>One</a> <a href=b>Two</a> <a href=c>Three</a></aside>")).toBe("Order here.");
});

test("the variants of a product are read, struck out where they cannot be had; other choices are not", () => {
  const select = (name: string, options: string) =>
    html(`<main><p>Shirt</p><label>Size</label><select name="${name}">${options}</select></main>`)[0]?.text;
  const sizes = "<option value=''>Choose<option>S<option>M<option disabled>XL";
  for (const name of ["options[Size]", "attribute_pa_size", "super_attribute[93]", "group[1]"])
    expect(select(name, sizes), name).toBe("Shirt\n\nSize S, M, ~~XL~~");
  for (const name of ["orderby", "country", "quantity", "language"])
    expect(select(name, sizes), name).toBe("Shirt\n\nSize");
});

test("questions are read from data as templates write it: in CDATA, with line breaks, a comma too many", () => {
  const answer = `"acceptedAnswer":{"@type":"Answer","text":"Yes,\nto Norway."}`;
  const data = `{"@type":"FAQPage","mainEntity":[{"@type":"Question","name":"Do you ship?",${answer}},]}`;
  for (const written of [data, `//<![CDATA[\n${data}\n//]]>`, `<!-- ${data} -->`, `${data};`])
    expect(html(`<p>Shop</p><script type="application/ld+json">${written}</script>`).at(-1)).toEqual({
      headings: ["Do you ship?"],
      text: "Yes, to Norway.",
    });
});

test.each([
  ["ja", "\x89\x63\x8b\xc6\x8e\x9e\x8a\xd4\x82\xcd\x8c\xdf\x91\x4f\x82\xa9\x82\xe7", "営業時間は午前から"],
  ["", "\xb1\xc4\xb6\xc8\xbb\xfe\xb4\xd6\xa4\xcf\xb8\xe1\xc1\xb0\xa4\xab\xa4\xe9", "営業時間は午前から"],
  ["zh-CN", "\xce\xd2\xc3\xc7\xbe\xc5\xb5\xe3\xbf\xaa\xc3\xc5", "我们九点开门"],
  ["zh-TW", "\xa7\xda\xad\xcc\xa4\x45\xc2\x49\xb6\x7d\xaa\xf9", "我們九點開門"],
  ["ko", "\xbf\xb5\xbe\xf7\xbd\xc3\xb0\xa3", "영업시간"],
  ["ru", "\xf2\xcf\xd6\xd8 \xd3\xd7\xc5\xd6\xc1\xd1", "Рожь свежая"],
  ["ru", "\xd0\xee\xe6\xfc \xf1\xe2\xe5\xe6\xe0\xff", "Рожь свежая"],
  ["pl", "\xb1 \xb6wie\xbfa \xbc", "ą świeża ź"],
  ["pl", "\xb9 \x9cwie\xbfa \x9f", "ą świeża ź"],
  ["de", "F\xfcr 12 \xa4", "Für 12 €"],
  ["de", "F\xfcr 12 \x80 \x96", "Für 12 € –"],
  ["fr", "Caf\xe9 cr\xe8me", "Café crème"],
])("a page in %s that is not UTF-8 and names no encoding", async (language, written, text) => {
  const page = `<!doctype html><html${language && ` lang="${language}"`}><main><p>${written}</p></main>`;
  const { sections } = await readDocument(
    Uint8Array.from(page, (sign) => sign.charCodeAt(0)),
    "text/html",
  );
  expect(sections[0]?.text).toBe(text);
});

test("columns that are named stay under their names, where the first has none", () => {
  expect(html("<table><tr><td></td><th>Small<th>Big<tr><th>Price<td>9<td>19</table>")[0]?.text).toBe(
    "| Small | Big\nPrice | 9 | 19",
  );
  // A table that only sets things apart.
  expect(html("<table><tr><td></td><td>Small<td>Big</table>")[0]?.text).toBe("Small | Big");
});

test("labels of choices do not run into each other", () => {
  expect(
    html(
      "<div><input type=radio id=a><label for=a>Delivery</label><input type=radio id=b><label for=b>Returns</label></div>",
    )[0]?.text,
  ).toBe("Delivery Returns");
});

describe("an icon", () => {
  const text = (page: string) => html(page)[0]?.text;

  test("says what it says to those who do not see it", () => {
    expect(
      text(
        `<table><tr><td>Repairs</td><td><i class="fa fa-check" title="included"></i></td></tr>
         <tr><td>Pick-up</td><td><svg role=img aria-label="not included"><path/></svg></td></tr>
         <tr><td>Advice</td><td><svg><title>on request</title><path/></svg></td></tr>
         <tr><td>Parts</td><td><span aria-label="included">✓</span></td></tr></table>`,
      ),
    ).toBe("Repairs | included\nPick-up | not included\nAdvice | on request\nParts | ✓ (included)");
    expect(text('<p>Rated <span role=img aria-label="4 of 5 stars">★★★★☆</span> by guests</p>')).toBe(
      "Rated ★★★★☆ (4 of 5 stars) by guests",
    );
  });

  test("is left out where it is pressed, kept from the ear, or has words, of its own or beside it", () => {
    expect(text('<p><i title="Phone"></i> <b>Phone:</b> 555, Fax <svg><title>Fax</title></svg> 556</p>')).toBe(
      "Phone: 555, Fax 556",
    );
    expect(text("<table><tr><td>Not open<td><i title=open></i><td><i title=open></i><td>open late</table>")).toBe(
      "Not open | open | open | open late",
    );
    expect(
      text(
        `<p>Open daily <a href=/x><svg aria-label="External link"></svg></a><button><i title=Copy></i></button>
         <i aria-hidden=true title=clock></i> until <abbr title="in the evening">pm</abbr> <span title="?">!</span></p>`,
      ),
    ).toBe("Open daily until pm !");
  });
});

test("what a link writes to or dials stands behind other words", () => {
  const text = (page: string) => html(`<p>${page}</p>`)[0]?.text;
  expect(text('<a href="mailto:shop@a.test?subject=Hi">Write to us</a>, <a href="tel:+49%2030%201234">call</a>')).toBe(
    "Write to us (shop@a.test), call (+49 30 1234)",
  );
  expect(text('<a href="tel:+493012345">030 / 12345</a> <a href="mailto:Shop@a.test">shop@a.test</a>')).toBe(
    "030 / 12345 shop@a.test",
  );
  expect(text('<a href="mailto:?subject=Look">Share</a>')).toBe("Share");
});

test("an email address that Cloudflare hides is read", () => {
  const mixed = [0x54, ...new TextEncoder().encode("info@a.test").map((byte) => byte ^ 0x54)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  const text = (page: string) => html(`<p>${page}</p>`)[0]?.text;
  expect(
    text(
      `<a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="${mixed}">[email&#160;protected]</a>`,
    ),
  ).toBe("info@a.test");
  expect(text(`<a href="/cdn-cgi/l/email-protection#${mixed}">Write to us</a>`)).toBe("Write to us (info@a.test)");
  expect(text('<span data-cfemail="zz">[email protected]</span>')).toBe("[email protected]");
});
