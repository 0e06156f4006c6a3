/**
 * The origin of the page that sent a request, `null` if no browser names one. For a GET to the page's own origin a
 * browser sends no `Origin` but `Sec-Fetch-Site: same-origin`, which no page can forge. A server sends neither.
 * @param origin the request's `Origin`, passed in because reading a header takes longer than all else here
 */
export function originOfRequest(request: Request, origin = request.headers.get("Origin")): string | null {
  if (origin !== null || request.headers.get("Sec-Fetch-Site") !== "same-origin") return origin;
  return new URL(request.url).origin;
}
