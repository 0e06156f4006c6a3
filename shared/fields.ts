import * as z from "zod";

/** A whole number that a double holds exactly; its fault says so even where the value is no number at all. */
export const integer = () => z.int({ error: (issue) => (issue.code === "invalid_type" ? NOT_AN_INTEGER : undefined) });
export const NOT_AN_INTEGER = "Input should be a valid integer";

/** A whole number between two, both allowed. */
export const within = ({ min, max }: { min: number; max: number }) => integer().min(min).max(max);

/** A row's identifier: a positive integer that a double holds exactly. */
export const id = integer().positive();

type Shown<Field> = Field extends z.ZodOptional<infer Inner> ? Inner : Field;

/** What an answer shows of fields that a body takes: each of them, without the limits of its text or number. */
export const shownOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [
      name,
      boundless(field instanceof z.ZodOptional ? field.unwrap() : field),
    ]),
  ) as { [Name in keyof Shape]: Shown<Shape[Name]> };

function boundless(field: z.core.$ZodType): z.core.$ZodType {
  if (field instanceof z.ZodNullable) return z.nullable(boundless(field.unwrap()));
  if (field instanceof z.ZodString) return z.string();
  return field instanceof z.ZodNumber ? integer() : field;
}

/** A JSON object of anything. */
export const jsonObject = z.record(z.string(), z.unknown());

/** A stretch of text that says something: trimmed, at least one character. */
export const requiredText = (max: number) => z.string().trim().min(1).max(max);

/** Text of at most `max` characters: code points, as JSON Schema's `maxLength` counts them, not UTF-16 units. */
export const boundedText = (max: number) =>
  z
    .string()
    .superRefine((value, check) => {
      if (value.length > max && [...value].length > max)
        check.addIssue({ code: "too_big", origin: "string", maximum: max, inclusive: true, input: value });
    })
    .meta({ maxLength: max });

/**
 * For a refinement of an object or list, so that its fault is listed beside those inside of it: zod skips it once something
 * inside is of a wrong type. It gets an object or list, with anything inside.
 */
export const whateverInside = {
  when: ({ issues }: z.core.ParsePayload) =>
    issues.every(({ code, path }) => code !== "invalid_type" || (path ?? []).length > 0),
};

/** A field that an answer shows and that cannot be changed: a PATCH takes it back unread. */
const unread = z.unknown().optional().meta({ readOnly: true, description: "Shown only; passed over when it is sent." });

/** The body of a PATCH that takes what the GET shows, whole objects included: `names` are shown only. */
export function withShownFields<Shape extends z.ZodRawShape>(
  patch: z.ZodObject<Shape, z.core.$strict>,
  names: readonly string[],
) {
  const whole = patch.extend(Object.fromEntries(names.map((name) => [name, unread])));
  return whole.transform(
    (body) =>
      Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))) as z.output<typeof patch>,
  );
}
