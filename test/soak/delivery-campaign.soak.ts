import assert from "node:assert/strict";
import { signInDuringCampaign } from "#test/proofs/campaign.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "sign-in codes during a newsletter";

const MAIL_RATE = 50;
const SUBSCRIBERS = 800;
const CODE_REQUESTS = 60;

export async function run({ stack }: SoakRun): Promise<string> {
  process.env.MAIL_RATE = String(MAIL_RATE);
  const { mails, most, p95, codes } = await signInDuringCampaign(stack, SUBSCRIBERS, CODE_REQUESTS);
  assert.equal(mails, SUBSCRIBERS + CODE_REQUESTS);
  assert.equal(codes, CODE_REQUESTS);
  assert.ok(most > MAIL_RATE / 2 && most <= MAIL_RATE, `${most} mails in a second`);
  assert.ok(p95 < 5, `p95 is ${p95} s`);
  return `${mails} mails at a quota of ${MAIL_RATE} a second: at most ${most} in any second, a code's p95 ${p95.toFixed(2)} s`;
}
