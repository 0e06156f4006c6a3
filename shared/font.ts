/** Plain TypeScript: the widget loads it. */

const WORD = "[\\p{L}\\p{N}_-]+";
const NAME = ` *(?:"[\\p{L}\\p{N} ,'_-]+"|'[\\p{L}\\p{N} ,"_-]+'|${WORD}(?: +${WORD})*) *`;

/** A font stack: names, in quotes or of plain words, between commas; nothing that ends a declaration or loads a file. */
export const FONT = new RegExp(`^${NAME}(?:,${NAME})*$`, "u");

/** Characters of one. */
export const MAX_FONT = 200;
