import { deliverWhileKilled } from "#test/proofs/deliveries.ts";
import { webhookCrashManifest } from "#test/proofs/functions/deliveries.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "webhooks while every stage is killed";
export const manifest = webhookCrashManifest;

const CHANGES = Number(process.env.SIZE ?? 10_000);

export async function run({ stack, random }: SoakRun): Promise<string> {
  const { changes, deliveries, kills } = await deliverWhileKilled(stack, random, CHANGES);
  return `${changes} events, ${deliveries} deliveries, ${kills} kills, none lost, none invented, no gap in a sequence`;
}
