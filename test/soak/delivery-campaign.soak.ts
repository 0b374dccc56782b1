import assert from "node:assert/strict";
import type { Stack } from "#infra/local/stack.ts";
import { signInDuringCampaign } from "#test/proofs/campaign.ts";

export const name = "sign-in codes during a newsletter";

const RATE = 50;
const SIZE = 800;
const CODES = 60;

export async function run(stack: Stack): Promise<string> {
  process.env.MAIL_RATE = String(RATE);
  const { mails, most, p95, codes } = await signInDuringCampaign(stack, SIZE, CODES);
  assert.equal(mails, SIZE + CODES);
  assert.equal(codes, CODES);
  assert.ok(most > RATE / 2 && most <= RATE, `${most} mails in a second`);
  assert.ok(p95 < 5, `p95 is ${p95} s`);
  return `${mails} mails at a quota of ${RATE} a second: at most ${most} in any second, a code's p95 ${p95.toFixed(2)} s`;
}
