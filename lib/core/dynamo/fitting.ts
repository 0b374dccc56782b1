/** Bytes that DynamoDB lets an item have. */
const MAX_ITEM_BYTES = 400 * 1024;
/** Bytes of JSON that the records of an answer may have; Lambda answers at most 6 MB. */
export const ANSWER_BYTES = 4_500_000;

/**
 * How many of these items, from the first, fit the answer of one call; at least one.
 *
 * @param times how often the answer says what an item holds
 */
export function countFitting(items: object[], times = 1): number {
  const room = ANSWER_BYTES / times;
  // Most pages cannot come near the limit, whatever their records hold: those are not measured.
  if (items.length <= room / MAX_ITEM_BYTES) return items.length;
  if (items.reduce((sum, item) => sum + mostBytes(item), 0) <= room) return items.length;
  let bytes = 0;
  const cut = items.findIndex((item, index) => {
    bytes += bytesOf(item);
    return index > 0 && bytes > room;
  });
  return cut < 0 ? items.length : cut;
}

/** Bytes that something has as JSON. */
export function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Bytes of JSON for one unit of a string at most, such as a control character. */
const UNIT = 6;
/** And for what is no string, such as a number. */
const SCALAR = 32;

type Fields = Record<string, unknown>;

/** More bytes than something has as JSON, found without making it. */
function mostBytes(value: unknown): number {
  if (typeof value === "string") return UNIT * value.length + SCALAR;
  if (typeof value !== "object" || value === null) return SCALAR;
  let bytes = SCALAR;
  if (Array.isArray(value)) for (const each of value) bytes += mostBytes(each);
  // Items have no prototype, and a list of their members would cost more than the measuring.
  else for (const name in value) bytes += UNIT * name.length + mostBytes((value as Fields)[name]);
  return bytes;
}
