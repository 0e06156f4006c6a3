import { build } from "vite";
import { expect, test } from "vitest";
import { inEachChunk } from "../../scripts/build/in-each-chunk.ts";

test("what both cores share is in the chunk of each, and in no third file", async () => {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [inEachChunk()],
    build: {
      write: false,
      target: "es2022",
      lib: { entry: ["widget/transport/websocket.ts", "widget/transport/webrtc.ts"], formats: ["es"] },
      rolldownOptions: {
        external: (id) => /(errors|json|guard-first-words|late-line|loudness|peer|openai-patience)\.ts$/.test(id),
      },
    },
  });
  const chunks = (Array.isArray(result) ? result : [result]).flatMap((one) => ("output" in one ? one.output : []));
  expect(chunks.map((chunk) => chunk.name).sort()).toEqual(["webrtc", "websocket"]);
  for (const chunk of chunks) expect("code" in chunk && chunk.code).toContain("did not answer in time");
});
