import type { Context } from "#core/context.ts";
import { newId } from "#core/id.ts";
import type { StatusEntry } from "./schema.ts";

/** Entries that a history keeps, the latest. */
const KEPT = 100;

/** The history of a status, with one entry more if it is another now: who changed it, and when. */
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
  return [...before, entry].slice(-KEPT);
}
