import { payTwice, permuteCallbacks, refundFromBothSides } from "#test/proofs/payment-callbacks.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "callbacks of payments in every order";
export { noWorkers as manifest } from "./manifests.ts";

const SIZE = Number(process.env.SIZE ?? 30);

export async function run({ random }: SoakRun): Promise<string> {
  const { stories, payments, told } = await permuteCallbacks(random, SIZE, SIZE);
  const twice = await payTwice(random, SIZE);
  const refunds = await refundFromBothSides(random, SIZE);
  return `${payments} payments of ${stories} kinds ended the same after ${told} callbacks; ${twice} that were paid twice kept one; ${refunds} refunds from both sides never exceeded what was paid`;
}
