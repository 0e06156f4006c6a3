/** The values that `npm run example` gives a page. */
interface ImportMeta {
  readonly env: { readonly VITE_SERVICE: string; readonly VITE_API_KEY: string };
}
