import type { Locale } from "../../../shared/languages.ts";

/** What one says to show that one listens, in each language: no turn by itself. Small letters, a space between two. */
const BACK_CHANNELS: Record<Locale, string> = {
  en: "mhm mm hmm hm uh huh yes yeah yep yup ok okay right sure",
  ar: "نعم اه آه ايوه أيوه طيب تمام حسنا حسنًا ماشي اوكي أوكي",
  cs: "jo jasně ano dobře hm aha",
  da: "ja jo jep nå okay fint",
  de: "ja jaja jo genau gut klar aha ach okay hm",
  el: "ναι μάλιστα εντάξει οκ οκέι χμ",
  es: "sí si ajá ya vale claro bueno ok",
  fa: "بله آره اوهوم خب باشه اوکی",
  fi: "joo juu kyllä niin aivan okei selvä",
  fr: "oui ouais mmh hum d'accord ah voilà bien okay",
  he: "כן אה אהה אוקיי בסדר נכון טוב",
  hi: "हाँ हां जी हम्म अच्छा ठीक है ओके",
  hu: "igen aha ühüm jó oké persze",
  id: "ya iya he-eh oke baik hmm",
  it: "sì si già certo va bene okay mh ah",
  ja: "はい うん ええ そう そうですか なるほど へえ ふん オーケー",
  ko: "네 예 응 음 아 그래 그래요 맞아요 오케이",
  nb: "ja jo jepp mm okei fint",
  nl: "ja jawel jaja precies oké goed hm",
  pl: "tak aha mhm dobrze okej jasne",
  pt: "sim pois hum está bem certo ok",
  "pt-BR": "sim é uhum aham tá certo beleza ok",
  ro: "da mda aha bine sigur ok",
  ru: "да ага угу так хорошо понятно ладно окей ок",
  sk: "áno hej jasne dobre aha hm",
  sv: "ja jo jaha mm okej just precis",
  tr: "evet hı hıhı tamam peki olur",
  uk: "так ага угу добре зрозуміло гаразд окей",
  vi: "vâng dạ ừ ờ ừm được ok",
  "zh-Hans": "嗯 嗯嗯 是 是的 对 对对 好 好的 哦 行",
  "zh-Hant": "嗯 嗯嗯 是 是的 對 對對 好 好的 哦 行",
};

/** Words of all languages together: visitors mix languages, and none of these words means "stop" in another one. */
const WORDS = new Set([
  "mhm",
  "mm",
  "hm",
  "ok",
  "okay",
  ...Object.values(BACK_CHANNELS).flatMap((words) => words.split(" ")),
]);

/** The words of a text, in small letters. */
export const wordsIn = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu) ?? [];

/** Whether who says these words only listens. */
export const onlyListens = (words: readonly string[]): boolean =>
  words.length > 0 && words.every((word) => WORDS.has(word.replace("’", "'")));
