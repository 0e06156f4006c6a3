import { createSocket } from "node:dgram";

/** Of RFC 8489. */
const REQUEST = 0x0001;
const SUCCESS = 0x0101;
const COOKIE = 0x2112_a442;
const XOR_MAPPED_ADDRESS = 0x0020;
const IPV4 = 1;

export interface Stun {
  /** For `RTCPeerConnection`. */
  readonly url: string;
  close(): void;
}

/** Answers with the client's address, as quickly as a nearby vendor's. */
export async function startStun(): Promise<Stun> {
  const socket = createSocket("udp4");
  socket.on("message", (message, { address, port }) => {
    if (message.length < 20 || message.readUInt16BE(0) !== REQUEST || message.readUInt32BE(4) !== COOKIE) return;
    const answer = Buffer.alloc(32);
    answer.writeUInt16BE(SUCCESS, 0);
    answer.writeUInt16BE(12, 2);
    // Cookie and transaction.
    message.copy(answer, 4, 4, 20);
    answer.writeUInt16BE(XOR_MAPPED_ADDRESS, 20);
    answer.writeUInt16BE(8, 22);
    answer.writeUInt8(IPV4, 25);
    answer.writeUInt16BE(port ^ (COOKIE >>> 16), 26);
    const seen = address.split(".").reduce((whole, part) => whole * 256 + Number(part), 0);
    answer.writeUInt32BE((seen ^ COOKIE) >>> 0, 28);
    socket.send(answer, port, address);
  });
  await new Promise<void>((done) => socket.bind(0, "127.0.0.1", done));
  return { url: `stun:127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}
