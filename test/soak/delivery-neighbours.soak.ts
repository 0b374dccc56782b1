import assert from "node:assert/strict";
import { deliverBesideHanging } from "#test/proofs/noisy-neighbour.ts";

export const name = "webhooks beside an endpoint that hangs";

const WAITING_EVENTS = Number(process.env.SIZE ?? 50_000);

export async function run(): Promise<string> {
  const { p50, p95, delivered, hanging } = await deliverBesideHanging(WAITING_EVENTS, 200, 50);
  assert.equal(delivered, 200);
  assert.ok(p95 < 10, `p95 is ${p95} s`);
  return `${WAITING_EVENTS} events before an endpoint that hangs (${hanging} requests open to it), meanwhile another tenant: p50 ${p50.toFixed(2)} s, p95 ${p95.toFixed(2)} s`;
}
