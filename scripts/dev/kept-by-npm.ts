/** Options of the commands that change or read a service. */
const OPTIONS = ["dry-run", "staging", "domain", "secret", "to", "url", "organization"];

/**
 * Without the lone `--` npm keeps an option for itself, and the command would run as if it had not been written.
 * @returns what to write instead, where npm did so
 */
export function keptByNpm(environment: NodeJS.ProcessEnv): string | undefined {
  const kept = OPTIONS.find((name) => environment[`npm_config_${name.replaceAll("-", "_")}`]);
  if (kept === undefined) return undefined;
  const command = environment.npm_lifecycle_event ?? "deploy";
  return `npm kept --${kept} for itself, and nothing was done. Write it behind a lone --: npm run ${command} -- --${kept}`;
}
