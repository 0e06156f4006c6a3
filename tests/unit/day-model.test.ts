import { describe, expect, it } from "vitest";
import { type Database, databaseDay } from "../../bench/day/database.ts";
import { callsByHour, sharesByZipf } from "../../bench/day/demand.ts";
import { serveDay } from "../../bench/day/queue.ts";
import { simulate } from "../../bench/day/simulate.ts";
import { randomFrom } from "../resilience/random.ts";

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const HOUR = 3_600_000;
/** Arrivals of milliseconds each that fill this part of each hour. */
const filling = (service: number, ...parts: number[]) =>
  Array.from({ length: 24 }, (_, hour) => ((parts[hour] ?? parts.at(-1) ?? 0) * HOUR) / service);

describe("who calls when", () => {
  it("has as many calls in a day, and in a second of the busiest hour, as asked for", () => {
    const hours = callsByHour(10_000_000, 600);
    expect(hours).toHaveLength(24);
    expect(sum(hours)).toBeCloseTo(10_000_000, 3);
    expect(Math.max(...hours) / 3_600).toBeCloseTo(600, 3);
    expect(Math.min(...hours)).toBeGreaterThan(0);
  });

  it("gives all calls to projects, to the second half of what the first has", () => {
    const shares = sharesByZipf(5_000);
    expect(sum(shares)).toBeCloseTo(1, 9);
    expect(shares[1]).toBeCloseTo((shares[0] ?? 0) / 2, 9);
    expect(shares[99]).toBeCloseTo((shares[0] ?? 0) / 100, 9);
  });
});

describe("one thread", () => {
  // Pollaczek and Khinchine: at load r with equal services s, one waits s * r / (2 * (1 - r)) on average.
  it.each([0.3, 0.6, 0.8])("at load %f makes arrivals wait as theory says", (load) => {
    const { waits, longest, until } = serveDay(filling(20, load), 20, randomFrom(7));
    const mean = (20 * load) / (2 * (1 - load));
    expect(waits.mean / mean).toBeGreaterThan(0.97);
    expect(waits.mean / mean).toBeLessThan(1.03);
    // As many find it free as it is free of the time; the others wait, most of them not much longer than the mean.
    expect(waits.quantile(0.98 * (1 - load))).toBe(0);
    expect(waits.quantile(1.02 * (1 - load) + 0.02)).toBeGreaterThan(0);
    expect(longest).toBeGreaterThan(waits.quantile(0.99));
    expect(until).toBeNull();
  });

  it("that is asked for half more than it can is half an hour behind after one, and takes an hour more at half its load", () => {
    const { longest, until, busy } = serveDay(filling(50, 1.5, 0.5), 50, randomFrom(3));
    expect(busy[0]).toBeCloseTo(1.5, 9);
    expect(longest / HOUR).toBeCloseTo(0.5, 1);
    expect(until).toBeCloseTo(2, 1);
  });

  it("that has no time left keeps everybody who comes later waiting", () => {
    const { noticed, arrivals, until } = serveDay(filling(100, 2), 100, randomFrom(3));
    expect(noticed / arrivals).toBeGreaterThan(0.99);
    expect(until).toBeGreaterThan(23.9);
  });
});

describe("a day of all projects", () => {
  const hours = callsByHour(20_000, 1);
  const shares = sharesByZipf(50);

  it("serves each arrival, at the threads that are simulated or at the quiet ones", () => {
    const { threads, quiet } = simulate({ turns: 7, ms: 100 }, hours, shares, randomFrom(5));
    const simulated = threads.flatMap((one) => (one ? [one.arrivals] : []));
    expect(simulated.length).toBeGreaterThan(1);
    expect(simulated.length).toBeLessThan(50);
    const expected = 20_000 * 7;
    // Four standard deviations of that many independent arrivals.
    expect(Math.abs(sum(simulated) + quiet - expected)).toBeLessThan(4 * Math.sqrt(expected));
  });

  it("is the same again with the same seed, and another with another", () => {
    const run = (seed: number) => simulate({ turns: 3, ms: 90 }, hours, [1], randomFrom(seed)).threads[0]?.arrivals;
    expect(run(1)).toBe(run(1));
    expect(run(1)).not.toBe(run(2));
  });
});

describe("a day of D1", () => {
  const quick: Database = { publication: 2, more: 1, read: 3, afterwards: 5 };
  const flat = (an_hour: number) => Array<number>(24).fill(an_hour);

  it("has an end after a publication, and is done after five reads more, while nobody else is there", () => {
    const { published, followed, busy } = databaseDay(quick, flat(60), [1], randomFrom(2));
    expect(published.quantile(0.1)).toBeGreaterThanOrEqual(2);
    expect(published.mean).toBeLessThan(1.1 * 2);
    expect(followed.mean).toBeGreaterThanOrEqual(2 + 5 * 3);
    expect(followed.mean).toBeLessThan(1.1 * (2 + 5 * 3));
    // A publication and five reads.
    expect((sum(busy) * HOUR) / (24 * 60)).toBeLessThan(1.2 * (2 + 5 * 3));
  });

  it("takes along what has come meanwhile: a line ends where each organization has one in it", () => {
    const one: Database = { publication: 500, more: 0, read: 0, afterwards: 0 };
    const { published, publications, ended, busy } = databaseDay(one, flat(36_000), [1], randomFrom(2));
    // Ten ends a second, two publications: half of one's time until it begins, all of its own.
    expect(busy[12]).toBeGreaterThan(0.98);
    expect(ended / publications).toBeCloseTo(5, 0);
    expect(published.mean).toBeGreaterThan(0.95 * 750);
    expect(published.mean).toBeLessThan(1.05 * 750);
    expect(published.longest).toBeLessThanOrEqual(1_000);
  });

  it("loses no call: what has begun has ended a minute later, or waits", () => {
    const { begun, ended } = databaseDay(quick, flat(3_600), sharesByZipf(20), randomFrom(4));
    expect(Math.abs(begun - 24 * 3_600)).toBeLessThan(4 * Math.sqrt(24 * 3_600));
    expect(begun - ended).toBeGreaterThan(30);
    expect(begun - ended).toBeLessThan(100);
  });
});
