import { html } from "lit";
import type { ToolShown } from "../answers.ts";
import { Confirm } from "./confirm.ts";

/** Secrets that the service just made for webhook tools: shown only once. */
export async function showSecrets(tools: readonly ToolShown[]): Promise<void> {
  const made = tools.filter(({ secret }) => secret !== undefined);
  if (made.length === 0) return;
  await Confirm.ask({
    title: made.length === 1 ? "Save this secret" : "Save these secrets",
    text: html`Your server checks the signature of each call with it. It is shown only once: if you lose it, write a new one
      into the tool.
      ${made.map(({ name, secret }) => html`<vc-copy label="secret of ${name}" .value=${secret ?? ""}></vc-copy>`)}`,
    verb: "I have saved it",
    run: async () => {},
  });
}
