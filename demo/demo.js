// The page's own code; the widget needs none of it.
const widget = document.querySelector("voice-widget");
document.querySelector("[data-open-widget]").addEventListener("click", () => widget.open());

const copy = document.querySelector("[data-copy]");
copy.addEventListener("click", async () => {
  const code = document.querySelector("[data-snippet]");
  try {
    await navigator.clipboard.writeText(code.textContent.trim());
    copy.textContent = "Copied";
  } catch {
    // No clipboard on an insecure address: mark the text, so that one key press copies it.
    getSelection().selectAllChildren(code);
    copy.textContent = "Press Ctrl+C";
  }
  setTimeout(() => {
    copy.textContent = "Copy";
  }, 2500);
});

// A tool of the page: the demo agent has it in its list, and calls it when asked to.
const offer = document.querySelector("[data-offer]");
await customElements.whenDefined("voice-widget");
widget.registerTool("show_offer", ({ coffee = "First Light", discount_percent = 10 }) => {
  offer.textContent = `From Ava, for you: ${discount_percent} % off ${coffee} today.`;
  offer.scrollIntoView({ block: "center" });
  return "It stands at the top of this page.";
});
