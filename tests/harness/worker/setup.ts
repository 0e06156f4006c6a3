import { afterEach, beforeEach } from "vitest";
import { emptyStorage, migrate } from "./installation.ts";

beforeEach(migrate);
afterEach(emptyStorage);
