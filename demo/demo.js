// The page's own few lines; the widget needs none of them.
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
