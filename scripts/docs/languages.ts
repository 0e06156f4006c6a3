import { LAUNCHER_LABELS, LOCALES } from "../../shared/languages.ts";
import { directionOf } from "../../widget/i18n/locales.ts";
import type { PanelMessages } from "../../widget/i18n/messages.ts";

const nameOf = (tag: string, reader: string) => new Intl.DisplayNames([reader], { type: "language" }).of(tag) ?? tag;

/** The words that one language uses everywhere for the same thing, as its texts have them. */
async function glossaryRow(tag: string): Promise<string> {
  const { default: texts } = (await import(`../../widget/i18n/${tag}.ts`)) as { default: PanelMessages };
  const { aiNotice, agent, conversation, startCall, endCall, mute, retry, reconnecting } = texts;
  const words = [aiNotice, agent.replace(/\s*[:：]$/, ""), conversation, startCall, endCall, mute, retry, reconnecting];
  return `| \`${tag}\` | ${words.join(" | ")} |`;
}

/** `docs/languages.md`: what the widget's own texts exist in, and how an owner adds words of their own. */
export async function languagesPage(): Promise<string> {
  const rows = LOCALES.map((tag) => {
    const direction = directionOf(tag) === "rtl" ? "right to left" : "left to right";
    return `| \`${tag}\` | ${nameOf(tag, "en")} | ${nameOf(tag, tag)} | ${direction} | ${LAUNCHER_LABELS[tag]} |`;
  });
  const glossary = await Promise.all(LOCALES.map(glossaryRow));
  return `# Languages

Made from \`shared/languages.ts\` and the texts in \`widget/i18n/\` by \`npm run docs\`.

The widget's own texts exist in ${LOCALES.length} languages. English is built in. Each other language is a file of 3 to 4 KB
gzipped, loaded on the click, and only by visitors who read it. The launcher's label comes with the owner's settings, so no
language needs another file before the click.

The widget takes the first of these for which it has texts: the attribute \`locale\`; the \`lang\` of the element or of the nearest
element around it; the browser's languages. A region or script without texts of its own gets the nearest: \`de-AT\` gets \`de\`, \`zh-TW\`
and \`zh-HK\` get \`zh-Hant\`, \`pt\` gets \`pt-BR\`, \`pt-PT\` gets \`pt\`, \`no\` and \`nn\` get \`nb\`, \`iw\` gets \`he\`. If the widget lacks
the script, as for \`ru-Latn\`, the next language in the list counts. If nothing fits, or a file cannot be loaded,
the texts are English.

| tag | language | its own name | direction | on the launcher |
|---|---|---|---|---|
${rows.join("\n")}

## Glossary

One word for one thing, in every text of a language. When you write a text, take the word from here; when you change an
English text, change it in all languages, in the same commit. Texts are plain and short, say the true cause and
then what to do, and blame nobody. They address visitors as a shop in
that country addresses its customers.

| tag | AI assistant | agent | conversation | start call | end call | mute | try again | reconnecting |
|---|---|---|---|---|---|---|---|---|
${glossary.join("\n")}

## Words of your own

The setting \`copy\` replaces the widget's words for everybody, \`copy.translations\` for visitors of one language. For each
word the widget looks at the visitor's exact tag, then at its script or region, then at its language, then at plain
\`copy\`, and takes its own word last. Keys are BCP 47 tags, in upper or lower case; they are stored in their usual spelling. All translations together may have 16,000 characters. \`null\`
removes a word, a language or all of them.

\`\`\`sh
curl -X PATCH https://YOUR-HOST/admin/v1/projects/1 -H "Authorization: Bearer $ADMIN_TOKEN" -d '{"widget_config":{"copy":{
  "launcher": "Ask the baker",
  "translations": {"de": {"launcher": "Fragen Sie die Bäckerei"}, "de-CH": {"welcome": "Grüezi!"}}}}}'
\`\`\`

## Adding a language

Add its tag and the launcher's words to \`shared/languages.ts\`, its texts as \`widget/i18n/<tag>.ts\` and its line to
\`widget/i18n/load-npm-texts.ts\`. The type check and \`tests/unit/i18n.test.ts\` say what is missing, empty or still English.
`;
}
