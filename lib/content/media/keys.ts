// Keys of objects in the buckets of files. The CDN does not serve the folder of unfinished uploads.

/** The key of an uploaded file in the bucket of originals. */
export function originalKey(storeId: string, mediaId: string): string {
  return `files/${storeId}/${mediaId}`;
}

/** The key of a posted file before it is checked, in the bucket of originals. */
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

/** Prefixes of all keys of a store, or of one file, whose original has the key `files` without the last slash. */
export function keyPrefixes(storeId: string, mediaId?: string) {
  const below = mediaId === undefined ? `${storeId}/` : `${storeId}/${mediaId}/`;
  return { files: `files/${below}`, uploads: `uploads/${below}`, variants: `variants/${below}` };
}
