import { html } from "lit";
import type { OnceShown } from "./once.ts";

/** With what a webhook's deliveries are signed. */
export const webhookSecret = (value: string): OnceShown => ({
  title: "Signing secret",
  text: html`It is shown only once. Your receiver checks every delivery with it, as
    <a href="https://www.standardwebhooks.com">Standard Webhooks</a> says.`,
  label: "secret",
  value,
  file: "webhook-secret.txt",
  lost: "Lost it? Give the webhook a new secret: for a day both are valid.",
});
