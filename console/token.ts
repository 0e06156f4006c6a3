import { ORG_TOKEN_PREFIX } from "../shared/ids.ts";

const SLOT = "voice-widget-console-token";

/** The token lives as long as a tab of the console and nowhere else: no cookie, no localStorage. See tab-tokens.ts. */
export const readToken = (): string | null => sessionStorage.getItem(SLOT);
export const keepToken = (token: string): void => sessionStorage.setItem(SLOT, token);
export const forgetToken = (): void => sessionStorage.removeItem(SLOT);

/** Whether a token is the operator's own. Only decides what is offered: the server judges every call itself. */
export const isOperator = (token: string): boolean => !token.startsWith(ORG_TOKEN_PREFIX);
