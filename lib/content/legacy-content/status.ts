import type { Context } from "#core/context.ts";
import { statusHistory } from "#core/records/history.ts";
import type { Status, StatusEntry } from "./schema.ts";

interface StatusInput {
  status?: Status | undefined;
  statuses?: { status: Status }[] | undefined;
}

/** The status history after a change, which names the new status in `status` or as the last of `statuses`. */
export function statusesAfter(
  ctx: Context,
  before: StatusEntry[],
  { status, statuses }: StatusInput,
): StatusEntry[] {
  return statusHistory(ctx, before, status ?? statuses?.at(-1)?.status ?? before.at(-1)?.status ?? "DRAFT");
}
