/** The token of `Authorization: Bearer …`. */
export const bearerToken = (headers: Headers): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(headers.get("Authorization") ?? "")?.[1];
