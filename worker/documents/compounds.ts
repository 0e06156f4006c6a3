/** Languages that write a compound as one word: `Mailserver`, `Kontaktformular`. */
const COMPOUNDING = new Set(["de", "nl", "sv", "da", "nb", "fi", "hu"]);
/** Characters of a part that may stand alone. */
const LEAST = 4;
/** What joins the parts: `Arbeit-s-zeit`, `Kind-er-garten`. */
const JOINTS = ["", "s", "es", "n", "en", "er", "e"];

/** Each way to see a word as two, by the first and the second; the searched index knows which of these words exist. */
export function splitCompound(word: string, language: string): [string, string][] {
  if (!COMPOUNDING.has(language) || word.length < 2 * LEAST) return [];
  const ways: [string, string][] = [];
  for (let at = LEAST; at <= word.length - LEAST; at++)
    for (const joint of JOINTS) {
      const first = word.slice(0, at);
      if (first.endsWith(joint) && first.length - joint.length >= LEAST)
        ways.push([first.slice(0, first.length - joint.length), word.slice(at)]);
    }
  return ways;
}
