const again = () => location.reload();
// A browser that says "online" may have no way to this service yet.
const look = () =>
  fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok && again(),
    () => {},
  );
document.querySelector("button").addEventListener("click", again);
addEventListener("online", look);
setInterval(look, 3000);
