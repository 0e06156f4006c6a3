/** Scheme and host: not by `URL`, since pages have one of their own. */
export const originOf = (address: string): string => /^[a-z]+:\/\/[^/]+/.exec(address)?.[0] ?? address;

/** What the site's owner does where the page's policy blocks `address`. */
export const policyText = (address: string, directive: string): string =>
  `The page's Content-Security-Policy stops ${address}: add ${originOf(address)} to ${directive}.`;
