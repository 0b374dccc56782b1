import type { Context } from "#core/context.ts";
import { dueWork } from "#core/due/work.ts";
import { queryItems, readTogether } from "#core/dynamo/read.ts";
import { withRetries as tryAgain } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { runInTurn } from "#core/queue/run-in-turn.ts";
import { chargeStoredCard } from "./charge.ts";
import type { CloseOpenPages } from "./messages.ts";
import { nextCheckAt } from "./next-check.ts";
import { closePage } from "./pages.ts";
import { payments } from "./payment-table.ts";
import type { AttemptKey } from "./schema.ts";
import { syncPayment } from "./sync-payment.ts";
import { attempts } from "./table.ts";

const BATCH_SIZE = 50;

/**
 * Checks pages with their provider, in case a callback was lost: pages that just ended, at most daily those with
 * money on its way, and rarely those that were paid.
 */
export const duePages = dueWork(attempts, processDuePage);

/** Closes the open pages of a retired account, or all of a tenant's. */
export async function closeOpenPages(
  ctx: Context,
  { tenant_id, credential_id }: CloseOpenPages,
): Promise<void> {
  let after: Record<string, unknown> | undefined;
  do {
    const range = { index: "list_created", limit: BATCH_SIZE, after } as const;
    const page = await queryItems(attempts.list({ tenant_id, stands: "OPEN" }), range);
    const open = await attempts.batchGet(page.items.map(attempts.slots));
    const concerned = open.filter((each) => credential_id === null || each.credential_id === credential_id);
    await runInTurn(concerned, (each) => closePage(ctx, tenant_id, each.payment_id));
    after = page.after;
  } while (after);
}

/** Checks one page with its provider, and sets the time of the next check. */
export async function processDuePage(ctx: Context, key: AttemptKey): Promise<void> {
  const known = await attempts.find(key);
  // If the answer to a charge was lost, it is repeated: the provider makes it only once.
  if (known?.charged_by && !known.provider_ref) await tryAgain(() => chargeStoredCard(ctx, known));
  else await tryAgain(() => syncPayment(ctx, key));
  const [attempt, payment] = await readTogether([
    attempts.read(key),
    payments.read({ tenant_id: key.tenant_id, id: key.payment_id }),
  ]);
  const now = ctx.now();
  if (!attempt || !payment || attempt.due_at === null || attempt.due_at > now) return;
  await transact(ctx, [
    attempts.replace(attempt, { ...attempt, due_at: nextCheckAt(attempt, payment, now) }),
  ]);
}
