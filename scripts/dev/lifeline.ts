/**
 * Preloaded into the processes that `npm start` starts: when their parent is gone, however it ended, its whole process
 * group goes too, so that no runtime stays behind with the port.
 */
const parent = process.ppid;

process.on("disconnect", () => {
  // wrangler also disconnects by itself as it ends: only an orphan has a new parent, a moment after the channel closed. On a
  // busy machine that moment may be long.
  setInterval(() => {
    if (process.platform === "win32") process.exit(1);
    else if (process.ppid !== parent) process.kill(0, "SIGKILL");
  }, 100).unref();
});
