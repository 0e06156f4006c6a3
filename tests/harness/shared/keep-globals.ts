import { afterAll } from "vitest";

/** What vitest itself keeps from file to file. */
const OF_VITEST = /^__vitest/;

const names = () => Object.getOwnPropertyNames(globalThis).filter((name) => !OF_VITEST.test(name));
const described = (name: string) => Object.getOwnPropertyDescriptor(globalThis, name);

const globals = new Map(names().map((name) => [name, described(name)]));
const environment = { ...process.env };

/** Timers that this file set, real ones. */
const timers = new Set<NodeJS.Timeout>();
const remembered = <Begin extends (...given: never[]) => NodeJS.Timeout>(begin: Begin): Begin =>
  new Proxy(begin, {
    apply(of, self, given) {
      const timer: NodeJS.Timeout = Reflect.apply(of, self, given);
      timers.add(timer);
      return timer;
    },
  });
globalThis.setTimeout = remembered(setTimeout);
globalThis.setInterval = remembered(setInterval);

/**
 * A setup file where files share a process of Node: the next one finds the globals and the environment that this one found, and
 * no timer of this one goes off in it.
 */
afterAll(() => {
  for (const timer of timers) clearTimeout(timer);
  for (const name of names()) {
    const before = globals.get(name);
    if (before === undefined) Reflect.deleteProperty(globalThis, name);
    else if (described(name)?.value !== before.value) Object.defineProperty(globalThis, name, before);
  }
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
