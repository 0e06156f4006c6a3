/** When the launcher was first shown, unix milliseconds; null once that has been counted. */
export interface Impression {
  at: number | null;
}
