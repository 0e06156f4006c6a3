/** Takes the place of a package that a bundle is measured without. */
const none = new Proxy(() => {}, {
  get: (_, name) => (name === "then" ? undefined : none),
});
export const { extractText, getDocumentProxy, Unzlib, Parser } = none;
export default none;
