// Runs before each script, on whatever node there is: older ones cannot read TypeScript.
// `npm install` puts node 24 first on the path of npm scripts; without install scripts it is missing.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Node ${process.versions.node} is too old for this (22.18 or newer). ` +
      "`npm install` brings node 24 along: run it again without --ignore-scripts, then use the npm commands, e.g. npm start.",
  );
  process.exit(1);
}
