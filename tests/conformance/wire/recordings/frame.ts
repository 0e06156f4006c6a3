/** One JSON message of a vendor. */
// biome-ignore lint/suspicious/noExplicitAny: any vendor's.
export type Frame = Record<string, any>;

/** What a real vendor sent, by what it was sent in answer to. */
export type Recording = readonly Frame[];
