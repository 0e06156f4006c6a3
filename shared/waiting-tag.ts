/**
 * What a notification of a visitor who waits is known by: one for each time that they ask, since a second one under the same
 * name would replace the first without a sound. The inbox and a push message show the same.
 * @param waiting_since unix milliseconds
 */
export const waitingTag = (session_id: string, waiting_since: number | null): string =>
  `${session_id} ${waiting_since}`;
