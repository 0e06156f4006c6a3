import type { WidgetConfig } from "../../shared/config.ts";
import { LAUNCHER_LABELS, LOCALES, type Locale } from "../../shared/languages.ts";
import { matchLanguage } from "../../shared/match-language.ts";

/**
 * Tags that cannot be found by cutting off their last part: old codes, regional variants, and languages in a foreign
 * script.
 */
const MORE = [
  "iw in cmn cmn-hant zh zh-tw zh-hk zh-mo pt-br zh-hans zh-hant",
  "pt-pt pt-ao pt-ch pt-cv pt-gq pt-gw pt-lu pt-mo pt-mz pt-st pt-tl",
  "ar-latn el-latn fa-latn he-latn hi-latn ja-latn ko-latn ru-latn uk-latn zh-latn",
].flatMap((line) => line.split(" "));
/** `no` and `nn` use Norwegian Bokmål; plain `pt` means Brazil, as in browsers. */
const KIN = { no: "nb", nn: "nb", pt: "pt-BR" };

/**
 * The launcher's label by language tag in lower case: the owner's, else the widget's own. A page looks up its language,
 * then the tag without its last part, and so on; if nothing is found, it takes `en`. So no page has to know how
 * languages are related. A tag with the same label as its shorter tag is left out.
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
