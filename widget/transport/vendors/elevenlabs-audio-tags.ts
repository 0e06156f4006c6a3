/**
 * How the agent is to say its words, as `[laughs]`: words in brackets, which the voice performs and does not speak. Not `[1]`,
 * `[x]`, a link or, within a sentence, a name that begins with a capital, as of a button.
 */
const TAG = String.raw`(?<![[\]!\\])\[(?:(?!\p{Lu})|(?<=(?:^|[.!?…。！？])\s*\[))\p{L}[\p{L}\p{M}]+(?:[ ,'’-]+[\p{L}\p{M}]+){0,5}`;
const END = String.raw`\](?![([:\]])`;
/** The same in SSML, as `<break time="1s" />`. */
const ELEMENT = String.raw`<\/?(?:break|emphasis|lang|phoneme|prosody|say-as|speak|sub|voice)(?=[\s/>])[^<>]{0,200}`;
/** With the space around them. */
const AUDIO_TAGS = new RegExp(String.raw`(\s?)(?:${TAG}${END}|${ELEMENT}>)(\s*)`, "gu");
/** In a text that may end inside one; ElevenLabs ends what it cut with `...`. */
const CUT_AUDIO_TAGS = new RegExp(String.raw`(\s?)(?:${TAG}(?:${END}|(?:\.{3})?$)|${ELEMENT}(?:>|$))(\s*)`, "gu");

/** Elements around words, or parts of one: all but a pause. */
const AROUND = /<(?!break)/;
/** What follows a tag directly and needs no space before it: the end, punctuation, scripts that part no words by spaces. */
const CLOSE = /^(?:$|[.,;!?\u2e80-\uffff])/;

/** What stands in the text where a tag was. */
function spaceFor(text: string, at: number, tag: string, before: string, after: string): string {
  const next = text.slice(at + tag.length);
  if (/^[.,;!?]/.test(next)) return "";
  return before || after || (CLOSE.test(next) || AROUND.test(tag) ? "" : " ");
}

/** The part of a spoken answer that is words. @param cut whether it was interrupted */
export function withoutAudioTags(text: string, cut = false): string {
  const space = (tag: string, before: string, after = "", at = 0) => spaceFor(text, at, tag, before, after);
  return text.replace(cut ? CUT_AUDIO_TAGS : AUDIO_TAGS, space).trim();
}

/** When each character that is said in words begins, of a piece of sound. @param chars those of the whole piece, if they are told */
export function startsOfWords(starts: readonly number[], chars: readonly string[] = []): readonly number[] {
  const text = chars.join("");
  if (text.length !== starts.length) return starts;
  const tags = [...text.matchAll(CUT_AUDIO_TAGS)].map(({ index, 0: tag, 1: before = "", 2: after = "" }) => ({
    // What a piece begins with has its space in the piece before.
    from: index + (index ? spaceFor(text, index, tag, before, after) : before).length,
    to: index + tag.length,
  }));
  return starts.filter((_, at) => !tags.some(({ from, to }) => from <= at && at < to));
}
