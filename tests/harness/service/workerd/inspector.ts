/** Asks a Worker through workerd's inspector, by Chrome's DevTools protocol. */

const WORKER = "core:user:voice-widget";

interface Answer {
  id?: number;
  result?: unknown;
  error?: { message: string };
}

/** @throws Error when the inspector refuses or ends */
async function ask(port: number, methods: string[]): Promise<unknown[]> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/${WORKER}`);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener("open", () => resolve());
      socket.addEventListener("error", () => reject(new Error(`the inspector has no ${WORKER}`)));
    });
    const answers: unknown[] = [];
    for (const [id, method] of methods.entries())
      answers.push(
        await new Promise((resolve, reject) => {
          socket.addEventListener("close", () => reject(new Error(`the inspector ended before ${method}`)));
          socket.addEventListener("message", ({ data }) => {
            const answer = JSON.parse(String(data)) as Answer;
            if (answer.id !== id) return;
            if (answer.error) reject(new Error(`${method}: ${answer.error.message}`));
            else resolve(answer.result);
          });
          socket.send(JSON.stringify({ id, method }));
        }),
      );
    return answers;
  } finally {
    socket.close();
  }
}

/** Bytes that the Worker and its objects hold of JavaScript's heap and of its buffers, once garbage is collected. */
export async function heapInUse(port: number): Promise<number> {
  const [, , usage] = await ask(port, ["HeapProfiler.enable", "HeapProfiler.collectGarbage", "Runtime.getHeapUsage"]);
  const { usedSize, backingStorageSize } = usage as { usedSize: number; backingStorageSize?: number };
  return usedSize + (backingStorageSize ?? 0);
}
