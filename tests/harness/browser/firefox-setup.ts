import { afterAll } from "vitest";
import { closeFirefox } from "./firefox.ts";

afterAll(closeFirefox);
