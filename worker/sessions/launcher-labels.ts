import type { WidgetConfig } from "../../shared/config.ts";
import { LAUNCHER_LABELS, LOCALES, type Locale } from "../../shared/languages.ts";
import { matchLanguage } from "../../shared/match-language.ts";

/**
 * Tags whose beginning would name another language than the one they are read as, or none: old codes, regions that write
 * otherwise than their language, and languages in a script that is not theirs.
 */
const MORE = [
  "iw in cmn cmn-hant zh zh-tw zh-hk zh-mo pt-br zh-hans zh-hant",
  "pt-pt pt-ao pt-ch pt-cv pt-gq pt-gw pt-lu pt-mo pt-mz pt-st pt-tl",
  "ar-latn el-latn fa-latn he-latn hi-latn ja-latn ko-latn ru-latn uk-latn zh-latn",
].flatMap((line) => line.split(" "));
/** Two ways of writing Norwegian are read as the third; Portuguese with no country is Brazil's, as browsers have it. */
const KIN = { no: "nb", nn: "nb", pt: "pt-BR" };

/**
 * The launcher's words by language, all in lower case: the owner's, else the widget's own. A page looks up its
 * language tag as it is, then without its last part, and so on; `en` serves a page that finds nothing. So no page has to know how languages are
 * related. A tag that reads what its beginning reads is left out.
 */
export function launcherLabels({ launcher, translations }: WidgetConfig["copy"]): Record<string, string> {
  const owners = Object.entries(translations).flatMap(([tag, words]) =>
    words.launcher ? [[tag, words.launcher] as const] : [],
  );
  const own = new Map<string, string>(owners);
  const labelFor = (tag: string): string => {
    const locale = (matchLanguage(tag, LOCALES) ?? "en") as Locale;
    return own.get(matchLanguage(tag, [...own.keys()]) ?? "") ?? (launcher || LAUNCHER_LABELS[locale]);
  };
  const wide = [...LOCALES, ...MORE].map((tag) => [tag.toLowerCase(), labelFor(tag)] as const);
  const kin = Object.entries(KIN).map(([tag, as]) => [tag, labelFor(as)] as const);
  const all = new Map([...wide, ...kin, ...owners.map(([tag, word]) => [tag.toLowerCase(), word] as const)]);
  const inherited = (tag: string): string | undefined => {
    const wider = tag.replace(/-?[^-]*$/, "");
    return wider && (all.get(wider) ?? inherited(wider));
  };
  return Object.fromEntries([...all].filter(([tag, word]) => word !== inherited(tag)));
}
