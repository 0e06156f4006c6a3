/**
 * The words of a query, each as it can stand in a text whose ASCII letters are small: SQLite knows no capitals beyond those.
 */
export function wordForms(q: string): string[][] {
  const words = new Set(q.normalize("NFC").split(/\s+/).filter(Boolean));
  return [...words].map((word) => {
    const small = word.toLowerCase();
    const [first = ""] = small;
    const forms = [word, small, word.toUpperCase(), first.toUpperCase() + small.slice(first.length)];
    return [...new Set(forms.map((form) => form.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())))];
  });
}
