import { connect } from "node:net";

/**
 * Sends requests as fast as they are taken, many on the way at once on every connection.
 * @returns how many answers had each status
 */
export async function flood(
  url: string,
  requests: readonly string[],
  connections: number,
): Promise<Map<number, number>> {
  const { hostname, port } = new URL(url);
  const statuses = new Map<number, number>();
  const share = Math.ceil(requests.length / connections);
  await Promise.all(
    Array.from({ length: connections }, (_, index) => {
      const mine = requests.slice(index * share, (index + 1) * share);
      return new Promise<void>((resolve, reject) => {
        const socket = connect({ host: hostname, port: Number(port) });
        let answered = 0;
        let sent = 0;
        let rest = "";
        const more = () => {
          const next = mine.slice(sent, answered + 100);
          sent += next.length;
          if (next.length > 0) socket.write(next.join(""));
        };
        socket.on("data", (chunk) => {
          rest += chunk.toString("latin1");
          let last = 0;
          for (const match of rest.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
            answered++;
            last = match.index + match[0].length;
            const status = Number(match[1]);
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
          }
          // A status line may be cut in two: what follows the last whole one stays.
          rest = rest.slice(Math.max(last, rest.length - 16));
          if (answered === mine.length) {
            socket.destroy();
            resolve();
          } else if (sent - answered < 50) more();
        });
        socket.on("error", reject);
        socket.on("close", () =>
          answered === mine.length ? resolve() : reject(new Error("The connection was closed")),
        );
        more();
      });
    }),
  );
  return statuses;
}
