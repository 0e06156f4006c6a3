import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findService } from "../../scripts/dev/example.ts";

test("an example finds the service that runs, on whichever port", () => {
  const folder = mkdtempSync(join(tmpdir(), "voice-widget-run-"));
  const [run, vars] = [join(folder, "run.json"), join(folder, ".dev.vars")];
  const found = (environment: object = {}) => findService(environment as NodeJS.ProcessEnv, run, vars);
  expect(found()).toBe("http://localhost:8787");
  writeFileSync(vars, "PORT=8800\n");
  expect(found()).toBe("http://localhost:8800");
  writeFileSync(run, JSON.stringify({ start: process.pid, port: 8801 }));
  expect(found()).toBe("http://localhost:8801");
  expect(found({ PORT: "8802" })).toBe("http://localhost:8802");
  expect(found({ VOICE_SERVICE: "https://voice.example/" })).toBe("https://voice.example");
  // A run that was killed left its file behind.
  writeFileSync(run, JSON.stringify({ start: 2 ** 22 + 1, port: 8803 }));
  expect(found()).toBe("http://localhost:8800");
});
