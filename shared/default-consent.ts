/** What a visitor agrees to where the owner wrote nothing. */
export const DEFAULT_CONSENT = "I agree to be contacted about my request.";
