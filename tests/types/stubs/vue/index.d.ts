/** As much of Vue's types as the widget's typing touches. */
export interface HTMLAttributes {
  class?: unknown;
  id?: string;
}
// biome-ignore lint/suspicious/noEmptyInterface: others add to it
export interface GlobalComponents {}
