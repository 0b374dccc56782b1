import type { Context } from "#core/context.ts";
import { statusHistory } from "#core/records/history.ts";
import type { PublishedStatus, StatusChange } from "./schema.ts";

interface StatusInput {
  status?: PublishedStatus | undefined;
  statuses?: { status: PublishedStatus }[] | undefined;
}

/** The status history after a change, which names the new status in `status` or as the last of `statuses`. */
export function statusesAfter(
  ctx: Context,
  before: StatusChange[],
  { status, statuses }: StatusInput,
): StatusChange[] {
  return statusHistory(ctx, before, status ?? statuses?.at(-1)?.status ?? before.at(-1)?.status ?? "DRAFT");
}
