import { isObject } from "../../../../shared/is-object.ts";
import { newId } from "../wire.ts";

/**
 * Some servers tell no beginning of their answers: github.com/Project-N-E-K-O/N.E.K.O/issues/2900. A page would wait for it, and ask
 * for no further answer.
 */
export class WholeAnswers {
  readonly #begun = new Set<unknown>();

  /** @returns the beginning that the server left out before this event */
  beginningOf({ type, response_id, response }: { type: string } & Record<string, unknown>): object | null {
    const id = isObject(response) ? response.id : response_id;
    if (!type.startsWith("response.") || typeof id !== "string" || this.#begun.has(id)) return null;
    this.#begun.add(id);
    return type === "response.created"
      ? null
      : { event_id: newId("event"), type: "response.created", response: { id } };
  }
}
