/**
 * Migrations run before the code that needs them, and stay when that code is rolled back: the code before must work on
 * the tables after. So a migration only adds. What nobody uses any more is dropped by a later one, whose first line says
 * since which version: `-- Contract: unused since 1.4.0`.
 */

const CONTRACT = /^--\s*Contract:\s*unused since (\d+\.\d+\.\d+)\s*$/;

/** Statements of a script without comments, each on one line. Those of a trigger stay together. */
export function statementsOf(sql: string): string[] {
  const statements: string[] = [];
  let current = "";
  let depth = 0;
  // Strings and quoted names first, so that nothing in them counts.
  for (const [token] of sql.matchAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\w+|[^\w]/g)) {
    if (token.startsWith("--") || token.startsWith("/*")) continue;
    if (/^(begin|case)$/i.test(token)) depth++;
    else if (/^end$/i.test(token)) depth--;
    if (token === ";" && depth <= 0) {
      statements.push(current);
      current = "";
    } else current += token;
  }
  return [...statements, current].map((text) => text.replace(/\s+/g, " ").trim()).filter(Boolean);
}

const NAME = String.raw`["'\`]?(\w+)["'\`]?`;
const pattern = (text: string) => new RegExp(`^${text.replaceAll("NAME", NAME)}`, "i");
const CREATE_TABLE = pattern("create (?:virtual )?table (?:if not exists )?NAME");
const CREATE_INDEX = pattern("create (unique )?index (?:if not exists )?NAME on NAME");
const ADD_COLUMN = pattern("alter table NAME add (?:column )?NAME(.*)$");
const INSERT = pattern("insert (?:or \\w+ )?into NAME");
const UPDATE = pattern("update (?:or \\w+ )?NAME set (.*?)(?: where .*)?$");
const DROP = pattern("(?:drop (?:table|index|view|trigger)|alter table NAME drop)\\b");

/** What is wrong with adding this column, if anything. */
function columnProblem(definition: string): string | null {
  const outside = definition.replace(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, "");
  if (/\bnot null\b/i.test(outside) && !/\bdefault\b/i.test(outside))
    return "is NOT NULL without a DEFAULT: the code before would fail to insert";
  if (/\b(unique|primary key)\b/i.test(outside)) return "is UNIQUE: the code before may repeat it";
  return null;
}

/**
 * What keeps a migration from being safe under the code before it, in plain words; empty where it only adds.
 * @param version the version that the migration comes with
 */
export function migrationProblems(sql: string, version: string): string[] {
  const [firstLine = ""] = sql.split("\n", 1);
  const since = CONTRACT.exec(firstLine.trim())?.[1];
  const made = new Set<string>();
  const added = new Set<string>();
  const problems: string[] = [];
  for (const statement of statementsOf(sql)) {
    const refuse = (why: string) => problems.push(`${why}: ${statement.slice(0, 120)}`);
    const table = CREATE_TABLE.exec(statement)?.[1];
    const index = CREATE_INDEX.exec(statement);
    const column = ADD_COLUMN.exec(statement);
    const insert = INSERT.exec(statement)?.[1];
    const update = UPDATE.exec(statement);
    if (table) made.add(table.toLowerCase());
    else if (index) {
      const [, unique, , on = ""] = index;
      if (unique && !made.has(on.toLowerCase())) refuse("a UNIQUE index on a table that is in use may refuse its rows");
    } else if (column) {
      const [, on = "", name = "", definition = ""] = column;
      const problem = columnProblem(definition);
      if (problem) refuse(`the column ${name} ${problem}`);
      added.add(`${on}.${name}`.toLowerCase());
    } else if (insert) {
      if (!made.has(insert.toLowerCase())) refuse("it writes rows into a table that is in use");
    } else if (update) {
      const [, on = "", sets = ""] = update;
      const names = [...sets.matchAll(/(?:^|,)\s*["'`]?(\w+)["'`]?\s*=/g)].map(([, name = ""]) => name);
      if (!names.every((name) => made.has(on.toLowerCase()) || added.has(`${on}.${name}`.toLowerCase())))
        refuse("it changes values that the code before uses");
    } else if (DROP.test(statement)) {
      if (!since)
        refuse("it drops something; do that a release later, with `-- Contract: unused since …` as its first line");
      else if (!older(since, version))
        refuse(`it says that this is unused since ${since}, which is not before ${version}: drop it a release later`);
    } else refuse("a migration only adds tables, columns and indexes");
  }
  return problems;
}

function older(a: string, b: string): boolean {
  const [left, right] = [a, b].map((version) => version.split(".").map(Number));
  for (let part = 0; part < 3; part++) {
    const difference = (left?.[part] ?? 0) - (right?.[part] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
