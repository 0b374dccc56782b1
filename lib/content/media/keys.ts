// The keys of objects. Unfinished uploads have a folder that the CDN does not serve.

/** The key of an original, in the bucket of originals. */
export function originalKey(storeId: string, mediaId: string): string {
  return `files/${storeId}/${mediaId}`;
}

/** The key of a posted file that was not checked yet, in the same bucket. */
export function incomingKey(storeId: string, uploadId: string): string {
  return `uploads/${storeId}/${uploadId}`;
}

/** The key of a transformed picture in the bucket of variants, and its path at the CDN. */
export function variantKey(storeId: string, mediaId: string, variant: string): string {
  return `variants/${storeId}/${mediaId}/${variant}`;
}

/** The prefix of private files, such as shipping labels, which the CDN does not serve. */
export function privatePrefix(storeId: string): string {
  return `private/${storeId}/`;
}

/** The prefixes of a store's keys, or of one file's; the original of a file is `files` without the slash at the end. */
export function keyPrefixes(storeId: string, mediaId?: string) {
  const below = mediaId === undefined ? `${storeId}/` : `${storeId}/${mediaId}/`;
  return { files: `files/${below}`, uploads: `uploads/${below}`, variants: `variants/${below}` };
}
