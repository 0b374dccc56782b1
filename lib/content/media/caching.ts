/**
 * A file's bytes never change. Shared caches still revalidate daily, so that a deleted file disappears within a day.
 */
export const CACHE_CONTROL = "public, max-age=31536000, s-maxage=86400, immutable";
