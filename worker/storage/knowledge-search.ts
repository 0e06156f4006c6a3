/** Receives how many rows a query read, which D1 bills. */
export type CountRows = (rows: number) => void;

/** A passage that holds at least one word of a question. */
export interface CandidateRow {
  id: number;
  page_id: number;
  source_id: number;
  heading: string | null;
  text: string;
  title: string | null;
  language: string;
  url: string | null;
  /** How many passages its page has. */
  page_passages: number;
}
