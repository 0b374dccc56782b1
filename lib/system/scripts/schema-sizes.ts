/** Bytes of UTF-8. */
export const MAX_SOURCE_BYTES = 64 * 1024;
/** Bytes of JSON of an input or output. */
export const MAX_JSON_BYTES = 256 * 1024;
