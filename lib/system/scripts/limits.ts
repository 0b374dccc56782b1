/** Milliseconds after which the engine is asked to stop. */
export const INTERRUPT_AFTER = 2_000;
/** Milliseconds after which the thread is ended, for built-ins that do not listen. */
export const END_AFTER = 2_250;
/** Pages of 64 KB: 32 MB, all that the engine may have for itself and the script. */
export const MAX_PAGES = 512;
/** Bytes of the engine's own stack. */
export const MAX_STACK = 64 * 1024;
export const MAX_LOG_LINES = 100;
export const MAX_LOG_BYTES = 16 * 1024;
export const MAX_DATA_CALLS = 100;
/** Bytes of JSON that one call of `data` may carry either way. */
export const MAX_DATA_BYTES = 1024 * 1024;
/** Levels of JSON that an input or an output may have. */
export const MAX_LEVELS = 64;

/** Whether a JSON value nests deeper than a number of levels. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((each) => isDeeper(each, levels - 1));
}
