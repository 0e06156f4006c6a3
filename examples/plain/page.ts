import type {} from "voice-widget";

/** A tool of the page, and facts about the visitor. Without a bundler the same code works as a plain module script. */
const widget = document.querySelector("voice-widget");
const offer = document.querySelector("#offer");

await customElements.whenDefined("voice-widget");
widget?.registerTool("show_offer", ({ coffee = "First Light", discount_percent = 10 }) => {
  if (offer) offer.textContent = `${discount_percent} % off ${coffee} today.`;
  return { shown: true };
});
widget?.sendContext({ cart_total: "29.00 EUR" });
