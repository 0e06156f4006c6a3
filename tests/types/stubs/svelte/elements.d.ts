/** As much of Svelte's types as the widget's typing touches. */
export interface HTMLAttributes<T extends EventTarget> {
  class?: unknown;
  id?: string;
  onclick?: ((event: MouseEvent & { currentTarget: T }) => void) | null;
}
export interface SvelteHTMLElements {
  div: HTMLAttributes<HTMLDivElement>;
}
