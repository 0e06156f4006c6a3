import { parseMarkdown } from "../../../shared/markdown/blocks.ts";
import { addressWords } from "../../../worker/documents/address-words.ts";
import { isQuestion, isSmallTalk } from "../../../worker/documents/asks.ts";
import { charsetOf, decodeText } from "../../../worker/documents/charset.ts";
import { chunksOf } from "../../../worker/documents/chunks.ts";
import { line, paragraphs, utf8Bytes, visible } from "../../../worker/documents/clean.ts";
import { readCsv } from "../../../worker/documents/csv.ts";
import { dialled, says } from "../../../worker/documents/dialled.ts";
import { type Document, sizeOf } from "../../../worker/documents/document.ts";
import { fold } from "../../../worker/documents/fold.ts";
import { isAboutBusiness, unseenFacts } from "../../../worker/documents/html/business.ts";
import { factsOf, linksOf, questionsOf } from "../../../worker/documents/html/facts.ts";
import { formula } from "../../../worker/documents/html/formula.ts";
import { iconLabel } from "../../../worker/documents/html/icon-labels.ts";
import { eachThing, isType, linkedData, list } from "../../../worker/documents/html/linked-data.ts";
import { listMarks } from "../../../worker/documents/html/list-marks.ts";
import { elements, parseMarkup, textIn, wordsIn } from "../../../worker/documents/html/markup.ts";
import { piecesOf } from "../../../worker/documents/html/page-pieces.ts";
import { panelsOf } from "../../../worker/documents/html/panels.ts";
import { readHtml } from "../../../worker/documents/html/read-html.ts";
import { visibilityOf } from "../../../worker/documents/html/stylesheet.ts";
import { isAround, isMenu, isNotice, isOwnAside, isSurrounding } from "../../../worker/documents/html/surroundings.ts";
import { variantsIn } from "../../../worker/documents/html/variants.ts";
import { languageOf, questionLanguage, toldLanguage } from "../../../worker/documents/language-of.ts";
import { legacyCharset } from "../../../worker/documents/legacy-charset.ts";
import { isCanonical, isTranslation, linksOfHeader } from "../../../worker/documents/link-relations.ts";
import { readMarkdown } from "../../../worker/documents/markdown.ts";
import { metaCharset, xmlCharset } from "../../../worker/documents/meta-charset.ts";
import { numberWriter, plain } from "../../../worker/documents/office/number-format.ts";
import { partName, targetsOf } from "../../../worker/documents/office/relationships.ts";
import { TableRoom, TableText } from "../../../worker/documents/office/rows.ts";
import { readSheets } from "../../../worker/documents/office/sheets.ts";
import { readSlides } from "../../../worker/documents/office/slides.ts";
import { symbolOf } from "../../../worker/documents/office/symbol-fonts.ts";
import { readWord } from "../../../worker/documents/office/word.ts";
import { readXml } from "../../../worker/documents/office/xml.ts";
import { raisedDigits } from "../../../worker/documents/raised-digits.ts";
import { isNoindex } from "../../../worker/documents/robots-directives.ts";
import { readSitemap } from "../../../worker/documents/sitemap.ts";
import { sniffed } from "../../../worker/documents/sniff.ts";
import { isSoft404 } from "../../../worker/documents/soft-404.ts";
import { withoutSpelt } from "../../../worker/documents/spoken.ts";
import { decodeWindows1252 } from "../../../worker/documents/windows-1252.ts";
import { indexWords } from "../../../worker/documents/words.ts";
import { indexDocument } from "../../../worker/knowledge/index-document.ts";
import { linkedAddress, shapeOf } from "../../../worker/objects/source-crawler/links.ts";
import { readRobots } from "../../../worker/objects/source-crawler/robots-rules.ts";
import { answerFrom, passagesOf, quotedPassages } from "../../../worker/objects/voice-agent/demo/knowledge.ts";
import { speak } from "../../../worker/objects/voice-agent/demo/speech/speak.ts";
import { requestedTool, toolCall } from "../../../worker/objects/voice-agent/demo/tool-request.ts";
import { sayExactly } from "../../../worker/objects/voice-agent/verbatim.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const tool = { type: "function" as const, name: "show_offer", description: "", parameters: {} };
const document = (text: string): Document => ({
  title: text,
  language: null,
  sections: [{ headings: [text.slice(0, 400)], text }],
  bytes: text.length,
});
const page = (text: string, look: (markup: ReturnType<typeof parseMarkup>) => unknown) => look(parseMarkup(text));

/** What each reader of foreign text does with one text, by file and name. A reader that is not here fails the test. */
export const READERS: Record<string, Record<string, (text: string) => unknown>> = {
  "shared/markdown/blocks.ts": { parseMarkdown: (text) => parseMarkdown(text).length },
  "worker/documents/address-words.ts": { addressWords: (text) => addressWords(`https://a.example/${text}`) },
  "worker/documents/asks.ts": { isQuestion, isSmallTalk },
  "worker/documents/charset.ts": {
    charsetOf: (text) => charsetOf(`text/html;${text}`),
    decodeText: (text) => decodeText(bytes(text), { html: true, xml: true }),
  },
  "worker/documents/legacy-charset.ts": { legacyCharset: (text) => legacyCharset(bytes(`<html lang=ja>${text}`)) },
  "worker/documents/chunks.ts": { chunksOf: (text) => chunksOf(document(text)) },
  "worker/documents/dialled.ts": { dialled, says: (text) => says(text, text) },
  "worker/documents/raised-digits.ts": { raisedDigits },
  "worker/documents/clean.ts": { line, paragraphs, visible, utf8Bytes },
  "worker/documents/document.ts": { sizeOf: (text) => sizeOf(document(text).sections) },
  "worker/documents/fold.ts": { fold: (text) => fold(visible(text)) },
  "worker/documents/html/business.ts": {
    isAboutBusiness: (text) => isAboutBusiness(`https://a.example/${text}`),
    unseenFacts: (text) =>
      page(
        `<script type="application/ld+json">{"telephone":"1","address":"a","openingHours":${JSON.stringify(text)},"offers":{"price":${JSON.stringify(text)}}}</script>`,
        (markup) => unseenFacts(linkedData(markup), { address: "", about_it: true, language: "en", text }).length,
      ),
  },
  "worker/documents/html/facts.ts": {
    factsOf: (text) => page(`<title>${text}`, factsOf),
    linksOf: (text) => page(text, linksOf),
    questionsOf: (text) =>
      page(`<script type="application/ld+json">[${text}</script>`, (markup) => questionsOf(linkedData(markup))),
  },
  "worker/documents/html/formula.ts": {
    formula: (text) =>
      page(`<math>${text}`, (markup) => [...elements(markup)].slice(0, 1).map((one) => formula(markup, one))),
  },
  "worker/documents/html/icon-labels.ts": {
    iconLabel: (text) => page(text, (markup) => [...elements(markup)].map((one) => iconLabel(markup, one).length)),
  },
  "worker/documents/html/linked-data.ts": {
    eachThing: (text) =>
      page(`<script type="application/ld+json">[${text}</script>`, (markup) =>
        eachThing(linkedData(markup), () => true),
      ),
    linkedData: (text) =>
      page(`<script type="application/ld+json">[${text}</script>`, (markup) => linkedData(markup).length),
    isType: (text) => isType({ "@type": text }, "Question"),
    list,
  },
  "worker/documents/html/list-marks.ts": {
    listMarks: (text) => page(text, (markup) => [...elements(markup)].map(listMarks(markup))),
  },
  "worker/documents/html/markup.ts": {
    parseMarkup: (text) => page(text, ({ nodes }) => nodes.length),
    elements: (text) => page(text, (markup) => [...elements(markup)].length),
    textIn: (text) =>
      page(`<script>${text}`, (markup) => [...elements(markup)].slice(0, 1).map((one) => textIn(markup, one))),
    wordsIn: (text) => page(text, (markup) => [...elements(markup)].map((one) => wordsIn(markup, one).length)),
  },
  "worker/documents/html/page-pieces.ts": {
    piecesOf: (text) =>
      page(`<footer>${text}`, (markup) => piecesOf(markup, panelsOf(markup), { noscript: true, around: true }).length),
  },
  "worker/documents/html/panels.ts": {
    panelsOf: (text) =>
      page(text, (markup) => {
        const panels = panelsOf(markup);
        return [...elements(markup)].filter(panels.unseen).length;
      }),
  },
  "worker/documents/html/read-html.ts": {
    readHtml: (text) => readHtml(text),
    "readHtml, inside an element": (text) => readHtml(`<main><h1>a</h1><div class="${text.slice(0, 3_000)}">${text}`),
  },
  "worker/documents/html/stylesheet.ts": {
    visibilityOf: (text) =>
      page(`<style>${text}</style><b class=a>`, (markup) => {
        const visibility = visibilityOf(markup);
        return [...elements(markup)].filter((one) => visibility.hidden(one) || visibility.shown(one)).length;
      }),
  },
  "worker/documents/html/surroundings.ts": {
    isAround: (text) => page(text, (markup) => [...elements(markup)].filter(isAround).length),
    isMenu: (text) => page(text, (markup) => [...elements(markup)].filter(isMenu).length),
    isNotice: (text) => page(text, (markup) => [...elements(markup)].filter((one) => isNotice(markup, one)).length),
    isOwnAside: (text) => page(text, (markup) => [...elements(markup)].filter(isOwnAside).length),
    isSurrounding: (text) =>
      page(text, (markup) => [...elements(markup)].filter((one) => isSurrounding(markup, one, false)).length),
  },
  "worker/documents/html/variants.ts": {
    variantsIn: (text) =>
      page(`<select name=options>${text}`, (markup) =>
        [...elements(markup)].slice(0, 1).map((one) => variantsIn(markup, one)),
      ),
  },
  "worker/documents/language-of.ts": {
    languageOf: (text) => languageOf(text, text),
    questionLanguage: (text) => questionLanguage(text, ["en", "de"]),
    toldLanguage: (text) => toldLanguage(text, ["en", "de"]),
  },
  "worker/documents/link-relations.ts": {
    linksOfHeader: (text) => linksOfHeader(`<a>; ${text}`).filter(isTranslation),
    "linksOfHeader, many": (text) => linksOfHeader(text.replaceAll(";", "<a>;")).filter(isCanonical),
    isCanonical: (text) => isCanonical({ rel: text }),
    isTranslation: (text) => isTranslation({ rel: "alternate", hreflang: text, href: text }),
  },
  "worker/documents/markdown.ts": {
    readMarkdown: (text) => readMarkdown(text, true),
    "readMarkdown, of plain text": (text) => readMarkdown(text, false),
    "readMarkdown, of front matter": (text) => readMarkdown(`---\ntitle: ${text}\n---\n${text}`, true),
    "readMarkdown, of TOML": (text) => readMarkdown(`+++\ntitle = ${text}\n+++\n${text}`, true),
  },
  "worker/documents/meta-charset.ts": {
    metaCharset: (text) => metaCharset(bytes(`<meta ${text}`)),
    xmlCharset: (text) => xmlCharset(bytes(`<?xml ${text}`)),
  },
  "worker/documents/robots-directives.ts": {
    isNoindex: (text) => isNoindex({ metas: [{ name: "robots", content: text }], header: text }, "Bot", 0),
  },
  "worker/documents/csv.ts": {
    readCsv: (text) => readCsv(text),
    "readCsv, quoted": (text) => readCsv(`a,b\n"${text}`),
  },
  "worker/documents/office/number-format.ts": {
    plain: (text) => plain(text.length),
    numberWriter: (text) => numberWriter(164, text, 0)(text.length),
  },
  "worker/documents/office/relationships.ts": {
    partName,
    targetsOf: (text) => targetsOf(new Map([["a/_rels/b.xml.rels", bytes(`<Relationship Id="${text}"`)]]), "a", "b"),
  },
  "worker/documents/office/xml.ts": { readXml: (text) => readXml(bytes(`<a>${text}`), {}) },
  "worker/documents/office/rows.ts": {
    TableText: (text) => {
      const table = new TableText();
      for (const row of [
        ["a", "b"],
        [text, text],
      ])
        table.add(row.entries());
      return table.end();
    },
    TableRoom: (text) => new TableRoom().takeText(text),
  },
  "worker/documents/office/symbol-fonts.ts": { symbolOf: (text) => symbolOf(text, text) },
  "worker/documents/office/word.ts": {
    readWord: (text) => readWord(new Map([["word/document.xml", bytes(`<w:p><w:r><w:t>${text}`)]])),
  },
  "worker/documents/office/slides.ts": {
    readSlides: (text) => readSlides(new Map([["ppt/slides/slide1.xml", bytes(`<p:sld><a:p><a:t>${text}`)]])),
  },
  "worker/documents/office/sheets.ts": {
    readSheets: (text) =>
      readSheets(
        new Map([
          ["xl/workbook.xml", bytes('<workbook><sheet name="a" r:id="r1"/></workbook>')],
          ["xl/_rels/workbook.xml.rels", bytes('<Relationship Id="r1" Target="worksheets/a.xml"/>')],
          ["xl/worksheets/a.xml", bytes(`<row><c t="inlineStr"><is><t>${text}`)],
        ]),
      ),
  },
  "worker/documents/spoken.ts": { withoutSpelt },
  "worker/documents/sitemap.ts": {
    readSitemap: (text) => readSitemap(bytes(`<urlset>${text}`)),
    "readSitemap, of lines": (text) => readSitemap(bytes(text)),
    "readSitemap, behind a warning": (text) => readSitemap(bytes(`${text.slice(0, 8_000)}<urlset>${text}`)),
  },
  "worker/documents/sniff.ts": { sniffed: (text) => sniffed(bytes(text), "") },
  "worker/documents/soft-404.ts": { isSoft404: (text) => isSoft404(document(text)) },
  "worker/documents/windows-1252.ts": { decodeWindows1252: (text) => decodeWindows1252(bytes(text)) },
  "worker/documents/words.ts": { indexWords: (text) => indexWords(visible(text), "en") },
  "worker/knowledge/index-document.ts": {
    indexDocument: (text) =>
      indexDocument(readMarkdown(`# ${text.slice(0, 300)}\n${text}`, true), { address: "", title: null }),
    "indexDocument, with its title": (text) => indexDocument(document(visible(text)), { address: "", title: null }),
  },
  "worker/objects/source-crawler/links.ts": {
    linkedAddress: (text) => linkedAddress(text, "https://a.example/"),
    shapeOf: (text) => shapeOf(new URL(`https://a.example/${text}`)),
  },
  "worker/objects/source-crawler/robots-rules.ts": {
    readRobots: (text) => readRobots(`user-agent: *\n${text}`, "Bot").allows("/a/b/c/d?e=f"),
    "readRobots, one rule": (text) =>
      readRobots(`user-agent: *\ndisallow: ${text}`, "Bot").allows(`/${"ab".repeat(900)}`),
  },
  "worker/objects/voice-agent/demo/knowledge.ts": {
    passagesOf,
    quotedPassages: (text) => quotedPassages(`<site_knowledge>\n${text}<site_knowledge>\n`),
    answerFrom: (text) =>
      answerFrom(
        "When does the mill open?",
        [{ title: "mill open", url: null, text: `The mill opens. ${visible(text)}` }],
        true,
      ),
  },
  "worker/objects/voice-agent/demo/speech/speak.ts": { speak },
  "worker/objects/voice-agent/demo/tool-request.ts": {
    requestedTool: (text) => requestedTool(text, [tool]),
    toolCall: (text) => toolCall({ ...tool, parameters: { required: text.split("a"), properties: {} } }),
  },
  "worker/objects/voice-agent/verbatim.ts": {
    sayExactly: (text) => sayExactly(`say exactly: ${text}`),
    "sayExactly, of anything": sayExactly,
  },
};

/** Exports of the same files that meet nothing foreign, or only what another of these has read; and why. */
export const OTHERS: Record<string, string> = {
  "worker/documents/codes.ts": "words of a text that indexWords has cut out",
  "worker/documents/compounds.ts": "words of a text that indexWords has cut out",
  "worker/documents/document.ts UnreadableDocument": "an error",
  "worker/documents/html/flow.ts": "is what readHtml writes into",
  "worker/documents/html/inline.ts": "readHtml asks it for each element",
  "worker/documents/html/own-part.ts": "readHtml asks it for what it has read",
  "worker/documents/html/said.ts": "unseenFacts looks through what it has read",
  "worker/documents/html/table-rows.ts": "readHtml asks it for each cell",
  "worker/documents/html/panels.ts isClosed": "panelsOf asks it for each element",
  "worker/documents/languages.ts stem": "one word of at most 64 characters",
  "worker/documents/languages.ts stopWords": "a language's name",
  "worker/documents/languages.ts generalWords": "a language's name",
  "worker/documents/languages.ts hasStemmer": "a language's name",
  "worker/documents/languages.ts asideWords": "a language's name",
  "worker/documents/languages.ts isStopWord": "a word of a question",
  "worker/documents/light-stems.ts": "a word that indexWords or askedWords has cut out",
  "worker/documents/number-phrases.ts": "words of a question, of which askedWords reads 1,000 characters",
  "worker/documents/office/read-packed.ts": "unpacks and chooses one of the readers",
  "worker/documents/office/unpack.ts": "tests/unit/office-readers.test.ts",
  "worker/documents/outline.ts": "is what the readers write into",
  "worker/documents/pdf-bounds.ts": "tests/worker/knowledge/pdf-bounds.test.ts",
  "worker/documents/pdf-font-bounds.ts": "tests/worker/knowledge/pdf-fonts.test.ts",
  "worker/documents/pdf-program-bounds.ts": "tests/worker/knowledge/pdf-programs.test.ts",
  "worker/documents/pdf-stream-bounds.ts": "tests/worker/knowledge/pdf-programs.test.ts",
  "worker/documents/pdf.ts": "tests/worker/knowledge/pdf-bounds.test.ts",
  "worker/documents/read.ts": "chooses one of the readers",
  "worker/documents/synonyms.ts": "a table",
  "worker/documents/spoken.ts spokenIn": "words of a question, of which askedWords reads 1,000 characters",
  "worker/documents/spoken.ts isSmallNumber": "what spokenIn gives",
  "worker/documents/unspaced.ts": "runs of a question, of which askedWords reads 1,000 characters",
  "worker/documents/windows-1252.ts isWindows1252": "a label of at most 40 characters",
  "worker/documents/words.ts askedWords": "cuts a question at 1,000 characters",
  "worker/documents/word-forms.ts formsOf": "words of such a question",
  "worker/documents/words.ts questionWords": "asks askedWords",
  "worker/objects/voice-agent/demo/knowledge.ts isSearch": "a tool's name",
  "worker/objects/voice-agent/demo/knowledge.ts knowsSite": "asks quotedPassages",
};
