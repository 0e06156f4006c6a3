/** What `document.hidden` would be, were it not for `<form name="hidden">`, which is then found instead, and is always true. */
export const isPageHidden = () => document.visibilityState === "hidden";
