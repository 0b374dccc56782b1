/** Bytes that DynamoDB lets an item have. */
const MAX_ITEM_BYTES = 400 * 1024;
/** Bytes of JSON on a page; Lambda answers at most 6 MB. */
const PAGE_BYTES = 4_500_000;

/** How many of these items, from the first, fit the answer of one call; at least one. */
export function countFitting(items: Record<string, unknown>[]): number {
  // Most pages cannot come near the limit, whatever their records hold: those are not measured.
  if (items.length <= PAGE_BYTES / MAX_ITEM_BYTES) return items.length;
  let bytes = 0;
  const cut = items.findIndex((item, index) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return index > 0 && bytes > PAGE_BYTES;
  });
  return cut < 0 ? items.length : cut;
}
