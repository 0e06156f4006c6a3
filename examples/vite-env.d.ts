/** What `npm run example` tells a page. */
interface ImportMeta {
  readonly env: { readonly VITE_SERVICE: string; readonly VITE_API_KEY: string };
}
