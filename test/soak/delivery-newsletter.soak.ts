import assert from "node:assert/strict";
import { newslettersManifest } from "#test/proofs/functions/newsletters.ts";
import { sendWhileKilled } from "#test/proofs/newsletters.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "a newsletter while its sender is killed";
export const manifest = newslettersManifest;

// Enough subscribers for several pages of the table: a megabyte holds some thousands. More would only add minutes.
const SUBSCRIBERS = Number(process.env.SIZE ?? 30_000);
const KILLS = Number(process.env.KILLS ?? 100);

export async function run({ stack, random }: SoakRun): Promise<string> {
  process.env.MAIL_RATE = "2000";
  const { sent, skipped, left, unknown, taken, kills, seconds } = await sendWhileKilled(
    stack,
    random,
    SUBSCRIBERS,
    KILLS,
  );
  // If the machine becomes faster meanwhile, the newsletter ends before the last kills.
  assert.ok(kills >= 0.9 * KILLS, `${kills} kills of ${KILLS}`);
  return `${SUBSCRIBERS} subscribers, ${sent} sent, ${skipped} suppressed or unsubscribed (${left} of them meanwhile), ${unknown} unknown of ${kills} kills (${taken} of them had reached the provider), nobody twice; ${(sent / seconds).toFixed(0)} mails a second with the kills`;
}
