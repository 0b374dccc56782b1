// Where bytes lie. What is on its way has a folder of its own, which the CDN does not reach.

/** Of an original, in the bucket of originals. */
export function originalKey(storeId: string, mediaId: string): string {
  return `files/${storeId}/${mediaId}`;
}

/** Of a file that was posted and not yet looked at, in the same bucket. */
export function incomingKey(storeId: string, uploadId: string): string {
  return `uploads/${storeId}/${uploadId}`;
}

/** Of a transformed picture, in the bucket of variants; the CDN serves them under the same path. */
export function variantKey(storeId: string, mediaId: string, variant: string): string {
  return `variants/${storeId}/${mediaId}/${variant}`;
}

/** Of what only those see who are given its address, such as shipping labels: the CDN does not reach it. */
export function privatePrefix(storeId: string): string {
  return `private/${storeId}/`;
}

/** What all keys of a store begin with, or of one of its files: its original is `files` without the slash at the end. */
export function keyPrefixes(storeId: string, mediaId?: string) {
  const below = mediaId === undefined ? `${storeId}/` : `${storeId}/${mediaId}/`;
  return { files: `files/${below}`, uploads: `uploads/${below}`, variants: `variants/${below}` };
}
