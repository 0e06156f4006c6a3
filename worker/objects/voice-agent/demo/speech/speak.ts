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

function* split(text: string): Generator<Utterance> {
  let rest = text;
  while (rest) {
    const plain = rest.replaceAll("’", "'");
    const start = plain.length - plain.trimStart().length;
    const phrase = LONGEST_FIRST.find((candidate) => startsWith(plain.slice(start), candidate));
    const length = phrase ? start + phrase.length : sentence(rest);
    yield { text: rest.slice(0, length), pcm: phrase ? clip(phrase) : null };
    rest = rest.slice(length);
  }
}

const LONGEST_FIRST = Object.values(PHRASES).sort((one, other) => other.length - one.length);

/** "Done." must not be heard in "Done.net": a phrase ends where a word ends. */
const startsWith = (text: string, phrase: string) =>
  text.slice(0, phrase.length).toLowerCase() === phrase.toLowerCase() &&
  !/^[\p{L}\p{N}]/u.test(text.slice(phrase.length));

/** Length of the first sentence, including leading white space. */
const sentence = (text: string) => /^\s*.+?[.!?:…]+(?=\s|$)/su.exec(text)?.[0].length ?? text.length;
