/** A table's or column's name as SQL takes it, whatever characters it has. */
export const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
