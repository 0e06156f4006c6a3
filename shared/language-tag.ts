import * as z from "zod";
import { whateverInside } from "./fields.ts";
import { canonicalLanguage } from "./languages.ts";
import { LENGTHS } from "./text-lengths.ts";

const text = z.string().max(LENGTHS.languageTag);
const HELP = "Write a language tag as BCP 47 does, such as de or pt-BR";

/** What a page says of itself: anything that is formed as BCP 47 wants it. */
export const pageLanguage = text.refine((tag) => canonicalLanguage(tag) !== undefined, HELP);

/** BCP 47 knows no case. Five letters and more are well-formed too, but no language has such a tag: `German` is a name. */
const ownersTag = text.refine((tag) => /^[a-z]{2,3}(?![^-])/.test(canonicalLanguage(tag) ?? ""), HELP);

const usual = (tag: string): string => canonicalLanguage(tag) ?? tag;

/** Kept in its usual spelling, so that equal languages are equal texts. */
export const languageTag = ownersTag.overwrite(usual);

/** Something for each language: the tags are kept in their usual spelling, each once. */
export const byLanguage = <Field extends z.ZodType>(field: Field) =>
  z
    .record(ownersTag, field)
    .superRefine((byTag, check) => {
      const tags = Object.keys(byTag);
      const again = tags.find((tag, at) => tags.findIndex((other) => usual(other) === usual(tag)) < at);
      if (again !== undefined)
        check.addIssue({ code: "custom", path: [again], message: `${usual(again)} is there twice; write it once` });
    }, whateverInside)
    .overwrite(
      (byTag) => Object.fromEntries(Object.entries(byTag).map(([tag, value]) => [usual(tag), value])) as never,
    );
