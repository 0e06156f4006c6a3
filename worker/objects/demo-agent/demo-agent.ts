// Placeholder until its owner writes it.
import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../../env.ts";
export class DemoAgent extends DurableObject<Bindings> {}
