/** Removes sessions from what D1 still has of the search, from before stores had it. `ids` is an SQL list of session ids whose parameters are bound by the caller. */
export const forgetDocuments = (ids: string): string[] => [
  `DELETE FROM search_words WHERE rowid IN (SELECT id FROM search_documents WHERE session_id IN (${ids}))`,
  `DELETE FROM search_documents WHERE session_id IN (${ids})`,
  `DELETE FROM search_pending WHERE session_id IN (${ids})`,
];
