import { afterEach, beforeEach } from "vitest";
import { emptyStorage, install } from "./installation.ts";

beforeEach(install);
afterEach(emptyStorage);
