import type { Context } from "#core/context.ts";
import { newId } from "#core/id.ts";
import type { StatusEntry } from "./schema.ts";

/** Most entries of a history: the latest ones. */
const MAX_ENTRIES = 100;

/** The history of a status, with a new entry if the status changed. */
export function statusHistory<S extends string>(
  ctx: Context,
  before: StatusEntry<S>[],
  status: S,
  at = ctx.now(),
): StatusEntry<S>[] {
  if (before.at(-1)?.status === status) return before;
  const { actor } = ctx;
  const entry: StatusEntry<S> = {
    id: newId("st", ctx.clock()),
    status,
    changedBy: actor.kind === "person" ? "USER" : "SYSTEM",
    ...(actor.kind === "person" ? { userId: actor.id } : {}),
    timestamp: at,
  };
  return [...before, entry].slice(-MAX_ENTRIES);
}
