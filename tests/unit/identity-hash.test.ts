import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { subjectOf } from "../../worker/sessions/identity.ts";
import { hasCommand } from "./commands.ts";

/** The programs of docs/identity.md, run as they stand there, against what the service accepts. */

const page = readFileSync(join(import.meta.dirname, "../../docs/identity.md"), "utf8");
const programs = new Map(
  [...page.matchAll(/^```(js|python|php|ruby|sh)\n([\s\S]*?)^```$/gm)].map(([, language = "", code = ""]) => [
    language,
    code,
  ]),
);
const COMMANDS: Record<string, { command: string; file: string }> = {
  js: { command: process.execPath, file: "hash.mjs" },
  python: { command: "python3", file: "hash.py" },
  php: { command: "php", file: "hash.php" },
  ruby: { command: "ruby", file: "hash.rb" },
  sh: { command: "sh", file: "hash.sh" },
};
const SECRET = "is-_Zürich 漢字 $HOME";
const IDS = ["user-42", "42", " spaces ", "Zoë Ångström", "用户-七", "🧑‍🚀", "-n", "a'b\"c$d`e\\f%s"];

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "voice-widget-hash-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const needs = (language: string) => (language === "sh" ? "openssl" : (COMMANDS[language]?.command ?? ""));
const isThere = (language: string) => language === "js" || hasCommand(needs(language));

test("the page has a program for each language", () => {
  expect([...programs.keys()].sort()).toEqual(Object.keys(COMMANDS).sort());
});

for (const [language, { command, file }] of Object.entries(COMMANDS))
  test.skipIf(!isThere(language))(`${needs(language)} makes the hash that the service accepts`, async () => {
    const path = join(folder, file);
    writeFileSync(path, programs.get(language) ?? "");
    // As on a server: UTF-8.
    const env = { ...process.env, LC_ALL: "C.UTF-8", VOICE_IDENTITY_SECRET: SECRET };
    for (const user_id of IDS) {
      const user_hash = execFileSync(command, [path, user_id], { env, encoding: "utf8" }).trim();
      expect(user_hash).toMatch(/^[0-9a-f]{64}$/);
      await expect(subjectOf(SECRET, { user_id, user_hash })).resolves.toBe(`user:${user_id}`);
      await expect(subjectOf(`${SECRET}.`, { user_id, user_hash })).rejects.toThrow();
    }
  });
