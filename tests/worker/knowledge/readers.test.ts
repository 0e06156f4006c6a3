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
