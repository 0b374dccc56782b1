import type { Context } from "#core/context.ts";
import { statusHistory } from "#core/records/history.ts";
import type { Status, StatusEntry } from "./schema.ts";

/** The history after a change: what is sent says the current status by its last item. */
export function statusesAfter(
  ctx: Context,
  before: StatusEntry[],
  sent: { status: Status }[] | undefined,
): StatusEntry[] {
  return statusHistory(ctx, before, sent?.at(-1)?.status ?? before.at(-1)?.status ?? "DRAFT");
}
