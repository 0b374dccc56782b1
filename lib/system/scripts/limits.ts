/** Milliseconds after which the engine is interrupted. */
export const INTERRUPT_AFTER_MS = 2_000;
/** Milliseconds after which the thread is terminated: built-ins ignore the interrupt. */
export const END_AFTER_MS = 2_250;
/** Pages of 64 KB, in all 32 MB for the engine and the script. */
export const MAX_MEMORY_PAGES = 512;
/** Bytes of the engine's stack. */
export const MAX_STACK_BYTES = 64 * 1024;
export const MAX_LOG_LINES = 100;
export const MAX_LOG_BYTES = 16 * 1024;
export const MAX_DATA_CALLS = 100;
/** Bytes of JSON in either direction of one `data` call. */
export const MAX_DATA_BYTES = 1024 * 1024;
/** Nesting levels of JSON in an input or output. */
export const MAX_LEVELS = 64;

export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((each) => isDeeper(each, levels - 1));
}
