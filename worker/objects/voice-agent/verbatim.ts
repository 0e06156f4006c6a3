/** The text that "Say exactly: …" asks for, without its quotes; `null` for other instructions. */
export function sayExactly(instructions: string | undefined): string | null {
  const text = /^\s*say(?:\s+exactly)?(?:\s+this)?\s*:\s*(.+)$/isu.exec(instructions ?? "")?.[1]?.trim();
  return text?.replace(/^(["'“‘«])(.*)["'”’»]$/su, "$2").trim() || null;
}
