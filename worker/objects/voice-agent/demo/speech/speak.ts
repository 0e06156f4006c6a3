import type { Utterance } from "../../pipeline.ts";
import { chime } from "./chime.ts";
import { clip } from "./clips.ts";
import { PHRASES } from "./phrases.ts";

/**
 * Turns text into speech with the available clips. The texts of the parts joined are the given text, so the transcript
 * is exact. Text without a clip begins with a chime, so an answer is never silent.
 */
export function speak(text: string): Utterance[] {
  const parts = [...split(text)];
  if (!parts.some((part) => part.pcm)) return [{ text, pcm: chime }];
  return parts;
}

/** Goes through the text once, whatever it is like: a visitor may have typed it. */
function* split(text: string): Generator<Utterance> {
  const plain = text.replaceAll("’", "'");
  for (let at = 0; at < text.length; ) {
    let start = at;
    while (start < text.length && isSpace(text, start)) start++;
    const phrase = LONGEST_FIRST.find((candidate) => startsWith(plain, start, candidate));
    const end = phrase ? start + phrase.length : sentenceEnd(text, start);
    yield { text: text.slice(at, end), pcm: phrase ? clip(phrase) : null };
    at = end;
  }
}

const LONGEST_FIRST = Object.values(PHRASES).sort((one, other) => other.length - one.length);

/** "Done." must not be heard in "Done.net": a phrase ends where a word ends. */
const startsWith = (text: string, at: number, phrase: string) =>
  text.slice(at, at + phrase.length).toLowerCase() === phrase.toLowerCase() &&
  !/^[\p{L}\p{N}]/u.test(text.slice(at + phrase.length, at + phrase.length + 2));

const isSpace = (text: string, at: number) => /\s/.test(text[at] ?? "");

/** Where the sentence ends that begins here. */
function sentenceEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++)
    if (".!?:…".includes(text[at] ?? "") && (at + 1 === text.length || isSpace(text, at + 1))) return at + 1;
  return text.length;
}
