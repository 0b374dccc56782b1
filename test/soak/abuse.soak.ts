import { playAbuse } from "#test/proofs/abuse.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "what a stranger can cause in an hour, and what a tenant can";

/** The deployed budgets. */
export const environment = { BUDGETS: "{}" };

const BURST_CALLS = Number(process.env.SIZE ?? 60);

export async function run({ stack, random }: SoakRun): Promise<string> {
  const { alone, mails, most } = await playAbuse(random, stack, BURST_CALLS);
  for (const { who, what, causes, tried, allowed, refused, mails: sent, refusals } of alone) {
    const end = refused ? "then refused" : refusals ? `others ${refusals}` : "none refused";
    console.log(
      `  ${who}: ${what}: ${allowed} of ${tried} (${causes}), ${end}; ${sent} mails to the address`,
    );
  }
  return `${alone.length} attempts, ${4 * BURST_CALLS} calls of each at most; all together ${mails} mails to one address that was never verified, at most ${most}`;
}
