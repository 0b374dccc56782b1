import { fillMailbox, MAILBOX_CASES } from "#test/proofs/mailboxes.ts";
import type { SoakRun } from "#test/soak.ts";

export const name =
  "mail to one mailbox, by every address of it, from every kind of network, with one session and many";

/** The budgets that are deployed. */
export const environment = { BUDGETS: "{}" };

/** Calls of each attempt: more than the budget of one network, and in the last case than that of all networks. */
const CALLS_PER_ATTEMPT = Number(process.env.SIZE ?? 6);
const CALLS_IN_LAST_CASE = 25;

export async function run({ stack, random }: SoakRun): Promise<string> {
  let [calls, sent] = [0, 0];
  const widest = MAILBOX_CASES.filter((each) => each.network === "many networks").at(-1);
  const all = [
    ...MAILBOX_CASES.map((mailing) => [mailing, CALLS_PER_ATTEMPT] as const),
    ...(widest ? [[widest, CALLS_IN_LAST_CASE] as const] : []),
  ];
  for (const [mailing, times] of all) {
    const { calls: made, mails, most } = await fillMailbox(random, stack, mailing, times);
    console.log(`  ${Object.values(mailing).join(", ")}: ${mails} mails of at most ${most}`);
    calls += made;
    sent += mails;
  }
  return `${all.length} combinations, ${calls} calls, ${sent} mails, each mailbox within its budgets`;
}
