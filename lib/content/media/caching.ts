/** A file's bytes never change; shared caches ask again each day, so that what is deleted is gone from them the next. */
export const CACHE_CONTROL = "public, max-age=31536000, s-maxage=86400, immutable";
