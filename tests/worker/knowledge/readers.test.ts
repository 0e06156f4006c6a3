import { describe, expect, test } from "vitest";
import { readHtml } from "../../../worker/documents/html/read-html.ts";
import { readMarkdown } from "../../../worker/documents/markdown.ts";

const html = (page: string) => readHtml(page).sections;
const markdown = (text: string) => readMarkdown(text, true).sections;

test("a line with a code span of three backticks opens no block of code", () => {
  expect(markdown("# Install\n```npm install x```\n# Use\n```sh\n# no heading\n```\nDone.")).toEqual([
    { headings: ["Install"], text: "```npm install x```" },
    { headings: ["Use"], text: "# no heading\nDone." },
  ]);
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
