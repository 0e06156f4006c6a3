const HEADER =
  'If the page sends the header "Permissions-Policy: microphone=()", write "Permissions-Policy: microphone=(self)" there.';
export const DELEGATE = 'add allow="microphone; autoplay" to its <iframe>, and to every <iframe> around that';

/** What the site's owner does where the page's policy forbids the microphone. A page cannot be asked which of these it was. */
export const policyAdvice = (framed: boolean): string =>
  framed
    ? `This frame may not use the microphone: ${DELEGATE}. ${HEADER}`
    : `This page forbids the microphone to itself. ${HEADER}`;
