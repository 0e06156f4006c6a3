import { operationsOf } from "../../openapi/operation.ts";
import { listProviders } from "../../providers/catalog.ts";
import { readVariables } from "../../variables.ts";

const operation = operationsOf("Agents");

export const list = operation({
  id: "listProviders",
  summary: "List the vendors behind the providers",
  description: "With each vendor's known voices and models; the vendor may have more.",
  answers: { 200: { description: "All of them.", schema: "ProviderList" } },
  handle: (c) => c.json({ items: listProviders(readVariables(c.env), c.env), next_cursor: null }),
});
