import { expect, test } from "vitest";
import { checkFolder, StartRefused, startPort } from "../../scripts/dev/start-options.ts";

const port = (args: string[], environment: Record<string, string> = {}) =>
  startPort(args, environment as NodeJS.ProcessEnv);

test("npm start listens at --port, else at PORT, else at 8787", () => {
  expect(port([])).toBe(8787);
  expect(port([], { PORT: "8800" })).toBe(8800);
  expect(port(["--port", "9000"], { PORT: "8800" })).toBe(9000);
  expect(port(["--port=9000"])).toBe(9000);
});

test.each([
  [["--prot", "9000"], {}],
  [["9000"], {}],
  [["--port"], {}],
  [["--host", "0.0.0.0"], {}],
  // npm start --port 9000 and npm start --port=9000
  [["9000"], { npm_config_port: "true" }],
  [[], { npm_config_port: "9000" }],
])("npm start refuses %j (npm's own settings: %j) and says what there is", (args, environment) => {
  expect(() => port(args, environment as Record<string, string>)).toThrow(StartRefused);
  expect(() => port(args, environment as Record<string, string>)).toThrow(/npm start -- --port 9000/);
});

test.each(["0", "65536", "90x", "-1", "1e3"])("a port is a number from 1 to 65535, not %s", (written) => {
  expect(() => port([`--port=${written}`])).toThrow(`--port must be a number from 1 to 65535, not "${written}".`);
  expect(() => port([], { PORT: written })).toThrow(`PORT must be a number from 1 to 65535, not "${written}".`);
});

test.each(["/home/ann/C# projects/widget", "/srv/why?/widget"])(
  "a folder in which nothing can be built: %s",
  (folder) => {
    expect(() => checkFolder(folder)).toThrow(/cannot be built in a folder with [#?] in its path/);
  },
);

test("a folder with blanks, accents and percent signs is as good as any", () => {
  expect(() => checkFolder("/home/ann/Ordner mit ä & 'x' 100%20")).not.toThrow();
});
