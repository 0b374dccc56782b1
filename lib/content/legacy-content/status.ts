import type { Context } from "#core/context.ts";
import { newId } from "#core/id.ts";
import type { Status, StatusEntry } from "./schema.ts";

const KEPT = 100;

/**
 * The history after a change: what is sent says the current status by its last item; who changed it and when is for the
 * server to say.
 */
export function statusesAfter(
  ctx: Context,
  before: StatusEntry[],
  sent: { status: Status }[] | undefined,
): StatusEntry[] {
  const wanted = sent?.at(-1)?.status ?? before.at(-1)?.status ?? "DRAFT";
  if (before.at(-1)?.status === wanted) return before;
  const { actor } = ctx;
  const entry: StatusEntry = {
    id: newId("st", ctx.clock()),
    status: wanted,
    changedBy: actor.kind === "system" ? "SYSTEM" : "USER",
    ...(actor.kind === "person" ? { userId: actor.id } : {}),
    timestamp: ctx.now(),
  };
  return [...before, entry].slice(-KEPT);
}
