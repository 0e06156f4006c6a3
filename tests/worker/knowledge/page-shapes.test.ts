import { describe, expect, test } from "vitest";
import { chunksOf } from "../../../worker/documents/chunks.ts";
import { readDocument } from "../../../worker/documents/read.ts";
import { PAGE_SHAPES } from "./page-shapes.ts";
import { pdf } from "./pdf-file.ts";

describe("what an agent finds on a page", () => {
  test.each(PAGE_SHAPES)("$name", async ({ type, bytes, found, lost = [] }) => {
    const passages = chunksOf(await readDocument(bytes, type)).map(({ heading, text }) => `${heading}\n${text}`);
    const all = passages.join("\n\n");
    for (const sentence of found) expect(all).toContain(sentence);
    for (const sentence of lost) expect(all).not.toContain(sentence);
  });

  test("a question stands above its own answer, not above the next one", async () => {
    const page = PAGE_SHAPES.find(({ name }) => name.startsWith("tabs: only"));
    const { sections } = await readDocument(page?.bytes ?? new Uint8Array(), "text/html");
    expect(sections).toEqual([
      { headings: ["Delivery"], text: "Parcels leave on Mondays." },
      { headings: ["Returns"], text: "Thirty days to send it back." },
    ]);
  });

  test.each(["application/octet-stream", "", "text/plain", "binary/octet-stream"])(
    "a PDF that comes as %s",
    async (type) => {
      const { sections } = await readDocument(await pdf([["The mill opens at nine."]]), type);
      expect(sections[0]?.text).toBe("The mill opens at nine.");
    },
  );
});
