import { afterEach, describe, expect, test, vi } from "vitest";
import { toJson } from "../../widget/json.ts";

const message = {
  type: "event",
  list: [1, -0, 2.5, Number.NaN, undefined, null, () => 1, [true, "two"]],
  text: 'quotes " and \\ and \n\u0007\u2028 and ü, 😀',
  absent: undefined,
  nested: { a: {}, b: [] },
};

/** Undoes what a test did to what all scripts share. */
const undo: (() => void)[] = [];
function define(on: object, name: string, description: PropertyDescriptor): void {
  const before = Object.getOwnPropertyDescriptor(on, name);
  Object.defineProperty(on, name, { configurable: true, ...description });
  undo.push(() => {
    if (before) Object.defineProperty(on, name, before);
    else Reflect.deleteProperty(on, name);
  });
}
afterEach(() => {
  for (const one of undo.splice(0).reverse()) one();
  vi.restoreAllMocks();
});

describe("what leaves the page", () => {
  test("is what JSON.stringify would write", () => {
    for (const value of [message, "text", 3, null, undefined, [], {}, [[]], { "a b": 1, "": 2 }, new Date(0)])
      expect(JSON.parse(toJson(value))).toEqual(JSON.parse(JSON.stringify(value) ?? "null"));
    class Money {
      amount = 3;
      toJSON() {
        return `${this.amount} €`;
      }
    }
    const odd = { boxed: [Object("s"), Object(2), Object(false)], money: new Money(), invalid: new Date(Number.NaN) };
    expect(JSON.parse(toJson(odd))).toEqual(JSON.parse(JSON.stringify(odd)));
  });

  test.each<[string, () => void]>([
    ["Array.prototype.toJSON", () => define(Array.prototype, "toJSON", { value: () => "[]", enumerable: true })],
    ["Object.prototype.toJSON", () => define(Object.prototype, "toJSON", { value: () => "?", enumerable: true })],
    ["a getter of Object.prototype.toJSON", () => define(Object.prototype, "toJSON", { get: () => () => "?" })],
    [
      "a getter that throws",
      () =>
        define(Object.prototype, "toJSON", {
          get: () => {
            throw new Error("mine");
          },
        }),
    ],
    [
      "String, Number, Boolean",
      () => {
        for (const one of [String, Number, Boolean]) define(one.prototype, "toJSON", { value: () => "?" });
      },
    ],
    ["an enumerable name on every object", () => define(Object.prototype, "extended", { value: 1, enumerable: true })],
    ["Object.keys that knows inherited names", () => define(Object, "keys", { value: () => ["extended"] })],
    [
      "Array.prototype's own methods",
      () => {
        for (const name of ["map", "join", "filter", "forEach"]) define(Array.prototype, name, { value: () => [] });
      },
    ],
    ["no JSON.stringify", () => define(JSON, "stringify", { value: undefined })],
  ])("is the same on a page with %s", (_name, change) => {
    const wanted = JSON.stringify(message);
    change();
    const written = toJson(message);
    for (const one of undo.splice(0).reverse()) one();
    expect(JSON.parse(written)).toEqual(JSON.parse(wanted));
  });

  test("is a date's own text where Date.prototype.toJSON is another's", () => {
    define(Date.prototype, "toJSON", { value: () => '"1970"' });
    expect(toJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
  });

  test("has whole numbers of any size, as texts", () => {
    expect(toJson({ big: 2n ** 64n, list: [-1n] })).toBe('{"big":"18446744073709551616","list":["-1"]}');
  });

  test("is refused where there is no JSON for it", () => {
    const circle: unknown[] = [];
    circle.push([circle]);
    expect(() => toJson(circle)).toThrow(TypeError);
    expect(() =>
      toJson({
        get broken() {
          throw new Error("mine");
        },
      }),
    ).toThrow("mine");
  });
});
