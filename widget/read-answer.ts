/**
 * The body of an answer of the service; `null` where that is no JSON, as of a server in front of it that limits requests (429) or cannot
 * reach it (5xx).
 * @throws what `Response.json` throws, where another status has no JSON: a service worker of the page or a proxy has answered in
 *   place of the service
 */
export function readAnswer(response: Response): ReturnType<Response["json"]> {
  const read = response.json();
  return response.status < 429 ? read : read.catch(() => null);
}
