import type { Service } from "./runtime/service.ts";
export async function costs(_service: Service): Promise<string[]> {
  return [];
}
