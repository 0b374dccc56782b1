import { type FieldError, validationFailed } from "#core/errors.ts";

/** DynamoDB's limit for an item, less what keys, index keys and the event around a record need. */
const MAX = 400 * 1024 - 6 * 1024;

/**
 * Refuses a record that would not fit an item, naming its largest field or the largest item of that field.
 *
 * @param terms what the item has besides the record for lists to filter by, where that can be much
 * @param room bytes that are to stay free for what is added without being asked for
 */
export function checkSize(record: object, terms: string[] = [], room = 0): void {
  if (sizeOf(record) + sizeOf(terms) + room <= MAX) return;
  const field = largest(record);
  const error: FieldError = {
    field,
    message: `makes the record larger than ${MAX / 1024} KB: a record has 400 KB, of which its keys need a few`,
    error: "FIELD.VALIDATION_FAILED",
  };
  throw validationFailed([error]);
}

/**
 * Bytes of a value as DynamoDB counts them
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html).
 */
export function sizeOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return Math.ceil(String(value).length / 2) + 1;
  if (typeof value !== "object" || value === null) return 1;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + 1 + sizeOf(item), 3);
  return Object.entries(value).reduce(
    (sum, [name, item]) => sum + 1 + Buffer.byteLength(name) + sizeOf(item),
    3,
  );
}

function largest(record: object): string {
  const [name = "", value] = heaviest(Object.entries(record));
  if (!Array.isArray(value)) return name;
  const [index = ""] = heaviest(Object.entries(value));
  return `${name}[${index}]`;
}

function heaviest(entries: [string, unknown][]): [string, unknown] | [] {
  return entries.toSorted(([, a], [, b]) => sizeOf(b) - sizeOf(a))[0] ?? [];
}
