/**
 * Words without meaning of their own (questions, pronouns, conjunctions) in scripts without spaces; in Korean their
 * first two characters, to which endings are added.
 */
const EMPTY = new Set(
  [
    "怎么 怎样 怎麼 什么 什麼 多少 哪里 哪裡 哪儿 哪个 哪些 为什么 為什麼 是否 可以 能否 请问 請問 我们 你们 他们 如何 何时 几点 需要 想要 一个 这个 那个",
    "吗 嗎 呢 吧 的 了 在 是 有 我 你 您 他 她 它 和 与 或 要 会 能 可 请 几 谁 不 没 也 都 就 到 从 对 为 把 被 给",
    "何 何時 何処 何曜日 誰 幾 時",
    "어디 언제 어떻 무엇 무슨 얼마 누구 어느 어떤 하나 합니 해요 할수 되나 되는 있나 있어 있습 있는 인가 입니 주세 알려 싶어 싶습 좀 몇 왜 뭐",
    "ที่ไหน ไหน อะไร เมื่อไร เมื่อไหร่ อย่างไร ยังไง ไหม ได้ คือ เป็น มี ที่ ของ และ หรือ ครับ ค่ะ คะ ใคร ทำไม กี่ เท่าไร เท่าไหร่",
  ].flatMap((list) => list.split(" ")),
);
const HANGUL = /^\p{Script=Hangul}+$/u;
const HIRAGANA = /^[\p{Script=Hiragana}ー]+$/u;

let segmenter: Intl.Segmenter | undefined;

/**
 * Words of a question in a script without spaces, and whether each carries meaning. The index holds only pairs of
 * neighbouring characters. A pair across two words of a question is in no text, so it must not count as a word that was
 * not found.
 */
export function wordsOfRun(run: string): { text: string; meaning: boolean }[] {
  segmenter ??= new Intl.Segmenter("und", { granularity: "word" });
  return [...segmenter.segment(run)].map(({ segment }) => {
    if (!HANGUL.test(segment)) return { text: segment, meaning: !EMPTY.has(segment) && !HIRAGANA.test(segment) };
    // A particle or ending follows the stem in the same word.
    const characters = [...segment];
    const stem = characters.slice(0, Math.max(2, characters.length - 1));
    return { text: stem.join(""), meaning: !EMPTY.has(stem.slice(0, 2).join("")) };
  });
}
