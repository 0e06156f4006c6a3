/** Prefixes and shapes of identifiers. Plain TypeScript: the widget may import the values. */

export const KEY_PREFIX = "svc_pk_";
export const ORG_TOKEN_PREFIX = "svc_sk_";
/** The token of a named operator. */
export const OPERATOR_TOKEN_PREFIX = "svc_op_";
/** The token of a link that signs in once. */
export const SIGN_IN_LINK_PREFIX = "svc_in_";
export const SESSION_PREFIX = "ses_";

/** `svc_pk_` + 32 random base62 characters + 6 base62 characters of keyed checksum. */
export const KEY_PATTERN = /^svc_pk_[0-9A-Za-z]{38}$/;
/** The part of a key that may be shown after its creation: the prefix and six characters. */
export const KEY_DISPLAY_LENGTH = KEY_PREFIX.length + 6;

/** `ses_` + 19 random base62 characters (113 bits) + 5 that name the project + the organization's id in base 36. */
export const SESSION_PATTERN = /^ses_[0-9A-Za-z]{24}[0-9a-z]{1,11}$/;
