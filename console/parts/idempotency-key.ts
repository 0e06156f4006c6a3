/** A name for a call that is made once. `crypto.randomUUID` exists only on secure pages; a console in the local network may be none. */
const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The same body is the same call, however often it is sent: an answer lost on the way never doubles what it made. */
export class Attempt {
  #body = "";
  #key = "";

  keyFor(body: unknown): string {
    const text = JSON.stringify(body);
    if (text !== this.#body) {
      this.#body = text;
      this.#key = newIdempotencyKey();
    }
    return this.#key;
  }
}
