import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { readCapped, readStart, TooLarge } from "../../worker/outbound/read-capped.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Megabytes of buffers that nothing will free. The engine frees buffers beside the program; a second collection waits for the first. */
function held(): number {
  collect();
  collect();
  return process.memoryUsage().arrayBuffers / 1_048_576;
}

/** A body that comes byte by byte, each in a buffer as large as the Worker's runtime gives it. */
function byteByByte(bytes: number, atEnd: () => void = () => {}) {
  let sent = 0;
  return new ReadableStream({
    type: "bytes",
    pull(controller: ReadableByteStreamController) {
      if (sent === bytes) {
        atEnd();
        controller.close();
        controller.byobRequest?.respond(0);
        return;
      }
      controller.enqueue(new Uint8Array(4_096).subarray(0, 1).fill(sent++ % 251));
    },
  });
}

test("a body that comes byte by byte takes no more memory than its bytes", async () => {
  const before = held();
  let at_end = Number.POSITIVE_INFINITY;
  const bytes = await readCapped(
    byteByByte(65_536, () => {
      at_end = held();
    }),
    65_536,
  );
  expect(bytes).toEqual(Uint8Array.from({ length: 65_536 }, (_, at) => at % 251));
  expect(at_end - before).toBeLessThan(2);
});

test.each([
  [0, 10],
  [1, 10],
  [10, 10],
  [70_000, 70_000],
])("%i bytes of at most %i are read whole", async (size, most) => {
  expect(await readCapped(byteByByte(size), most)).toHaveLength(size);
});

test.each([
  [11, 10],
  [70_001, 70_000],
])("%i bytes are more than %i, and their start can be read", async (size, most) => {
  await expect(readCapped(byteByByte(size), most)).rejects.toThrow(TooLarge);
  expect(await readStart(byteByByte(size), most)).toHaveLength(most);
});
