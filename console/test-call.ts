/**
 * A page of its own for the real element: a call needs what the console's policy forbids, and what any host page allows. The
 * console hands the key over in the fragment, which no server gets.
 */
const key = new URLSearchParams(location.hash.slice(1)).get("key") ?? "";
// Removes the key from the address bar and the history.
history.replaceState(null, "", location.pathname);

const widget = document.createElement("voice-widget");
widget.setAttribute("api-key", key);
widget.setAttribute("placement", "inline");
document.querySelector("main")?.append(widget);

const script = document.createElement("script");
script.type = "module";
script.src = "/voice-widget.js";
document.head.append(script);
