/** Bytes of UTF-8 that a source may have. */
export const MAX_SOURCE = 64 * 1024;
/** Bytes of JSON that an input or an output may have. */
export const MAX_JSON = 256 * 1024;
