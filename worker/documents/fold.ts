const LETTERS: Record<string, string> = { ß: "ss", ø: "o", ł: "l", đ: "d", æ: "ae", œ: "oe", ı: "i", ё: "е" };

/** Most words need nothing but lower case. */
const PLAIN = /^[ -~]*$/;

/** Lower case without accents, so that a word is found without typing its accents. */
export const fold = (text: string): string =>
  PLAIN.test(text)
    ? text.toLowerCase()
    : text
        .normalize("NFKC")
        .toLowerCase()
        .normalize("NFD")
        // Latin, Greek and Cyrillic accents; vowel signs of other scripts are letters in their own right.
        .replace(/[\u0300-\u036f]/g, "")
        .normalize("NFC")
        .replace(/[ßøłđæœıё]/g, (letter) => LETTERS[letter] ?? letter);
