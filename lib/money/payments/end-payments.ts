import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { withRetries as tryAgain } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { runInTurn } from "#core/queue/run-in-turn.ts";
import { toAttemptRef } from "./attempt-ref.ts";
import { openPage } from "./pages.ts";
import { payments } from "./payment-table.ts";
import { issueRefund, refundRest } from "./refunds.ts";
import { accountOf, providerOfPayment } from "./registry.ts";
import type { Attempt } from "./schema.ts";
import { syncPayment } from "./sync-payment.ts";
import { attempts, refunds } from "./table.ts";

const PAGE_SIZE = 100;

/**
 * Stops all payments of a deleted tenant: closes open pages at the provider, refunds what was paid since the
 * deletion, and issues waiting refunds while the credentials exist. It reads the table itself because an
 * index may lag. Safe to interrupt and to repeat.
 *
 * @param since when the tenant was deleted
 */
export async function endPayments(ctx: Context, tenant_id: string, since: number): Promise<void> {
  await forEachRecord(attempts, { tenant_id }, async (page) => {
    if (page.due_at !== null && page.status !== "paid") await endPage(ctx, page);
  });
  await forEachRecord(payments, { tenant_id }, async (payment) => {
    if (payment.captured_at !== null && payment.captured_at >= since)
      await transact(ctx, refundRest(ctx, payment));
  });
  await forEachRecord(refunds, { tenant_id }, async ({ id: refund_id, status }) => {
    if (status === "pending") await issueRefund(ctx, { tenant_id, refund_id });
  });
}

async function endPage(ctx: Context, known: Stored<Attempt>): Promise<void> {
  // Another process may be about to open this page. If it is opened here too, both get one page, which can be closed.
  if (!known.provider_ref && known.charged_by === null) await openPage(ctx, known).catch(() => undefined);
  const page = (await attempts.find(known, ctx)) ?? known;
  if (!page.provider_ref) return;
  const account = await accountOf(ctx, page);
  const isClosed =
    page.charged_by === null &&
    (await providerOfPayment(page).close(ctx, toAttemptRef(page), account)) === "closed";
  if (!isClosed) await syncPayment(ctx, page);
}

interface RecordSource<T> {
  partitions(slots: { tenant_id: string }): string[];
  query(
    partition: string,
    options: { consistent: true; limit: number; after: Record<string, unknown> | undefined },
  ): Promise<{ records: T[]; after?: Record<string, unknown> | undefined }>;
}

async function forEachRecord<T>(
  kind: RecordSource<T>,
  slots: { tenant_id: string },
  run: (record: T) => Promise<void>,
): Promise<void> {
  for (const partition of kind.partitions(slots)) {
    let after: Record<string, unknown> | undefined;
    do {
      const page = await kind.query(partition, { consistent: true, limit: PAGE_SIZE, after });
      await runInTurn(page.records, (record) => tryAgain(() => run(record)));
      after = page.after;
    } while (after);
  }
}
