/** The UTC month of a time, `2026-11`, and when the next one begins. */
export function monthOf(now: number): { name: string; ends: number } {
  const at = new Date(now * 1000);
  const ends = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1) / 1000;
  return { name: at.toISOString().slice(0, 7), ends };
}
