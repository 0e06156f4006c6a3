import { LAUNCHER_LABELS, LOCALES } from "../../shared/languages.ts";
import { directionOf } from "../../widget/i18n/locales.ts";

const nameOf = (tag: string, reader: string) => new Intl.DisplayNames([reader], { type: "language" }).of(tag) ?? tag;

/** `docs/languages.md`: what the widget's own texts exist in, and how an owner adds words of their own. */
export function languagesPage(): string {
  const rows = LOCALES.map((tag) => {
    const direction = directionOf(tag) === "rtl" ? "right to left" : "left to right";
    return `| \`${tag}\` | ${nameOf(tag, "en")} | ${nameOf(tag, tag)} | ${direction} | ${LAUNCHER_LABELS[tag]} |`;
  });
  return `# Languages

Made from \`shared/languages.ts\` by \`npm run docs\`.

The widget's own texts exist in ${LOCALES.length} languages. English is built in; each other one is a file of about 3 KB gzipped
that only its readers load, and only on the click. The launcher's words come with the owner's settings, so that a page in
any language loads two files before the click.

The language is the first that we have of: the attribute \`locale\`, the \`lang\` of the element or of what it stands in, the
browser's languages. Regions and scripts count as their readers count them: \`de-AT\` is served by \`de\`, \`zh-TW\` and
\`zh-HK\` by \`zh-Hant\`, \`pt\` by \`pt-BR\` and \`pt-PT\` by \`pt\`, \`no\` and \`nn\` by \`nb\`, \`iw\` by \`he\`; a script that we do not
have, as \`ru-Latn\`, is served by the next wish. Where nothing fits, or a file cannot be loaded, it is English.

| tag | language | its own name | direction | on the launcher |
|---|---|---|---|---|
${rows.join("\n")}

## Words of your own

\`copy\` of the settings replaces our words for everybody, \`copy.translations\` for those who read a language; each word is
taken from the best that has it: the visitor's exact tag, its script or region, its language, then the plain \`copy\`, then
our own. Keys are tags of BCP 47 in their usual spelling; all translations together may have 16,000 characters. \`null\`
takes back a word, a language or all of them.

\`\`\`sh
curl -X PATCH https://YOUR-HOST/admin/v1/projects/1 -H "Authorization: Bearer $ADMIN_TOKEN" -d '{"widget_config":{"copy":{
  "launcher": "Ask the baker",
  "translations": {"de": {"launcher": "Fragen Sie die Bäckerei"}, "de-CH": {"welcome": "Grüezi!"}}}}}'
\`\`\`

## A language more

Add its tag and the launcher's words to \`shared/languages.ts\`, its texts as \`widget/i18n/<tag>.ts\` and its line to
\`widget/npm/load-texts.ts\`. The type check and \`tests/unit/i18n.test.ts\` say what is missing, empty or still English.
`;
}
