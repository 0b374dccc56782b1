import type { Stack } from "#infra/local/stack.ts";
import { newslettersManifest } from "#test/proofs/functions/newsletters.ts";
import { sendWhileKilled } from "#test/proofs/newsletters.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

export const name = "a newsletter while its sender is killed";
export const manifest = newslettersManifest;

/** With `SIZE=100000` it is the size of the largest newsletter; that takes as long as the rate printed says. */
const SIZE = Number(process.env.SIZE ?? 5000);
const KILLS = Number(process.env.KILLS ?? 100);

export async function run(stack: Stack): Promise<string> {
  process.env.MAIL_RATE = "2000";
  const random = randomFrom(newSeed());
  const { sent, skipped, unknown, kills, seconds } = await sendWhileKilled(stack, random, SIZE, KILLS);
  const rate = sent / seconds;
  return `${SIZE} subscribers, ${sent} sent, ${skipped} left or suppressed, ${unknown} unknown of ${kills} kills, nobody twice; ${rate.toFixed(0)} mails a second with the kills, so 100,000 take ${(100_000 / rate / 60).toFixed(0)} min; SEED=${random.seed}`;
}
