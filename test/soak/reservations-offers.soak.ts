import { bookOfferedSlots } from "#test/proofs/offered-slots.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "slots that are offered and booked at once";
export { noFunctions as manifest } from "./manifests.ts";

const CASES = Number(process.env.OFFERS ?? process.env.SIZE ?? 5000);

export async function run({ random }: SoakRun): Promise<string> {
  const { salons, booked, full } = await bookOfferedSlots(random, CASES);
  return `${booked} slots of ${salons} random salons booked, none refused; ${full} windows had none`;
}
