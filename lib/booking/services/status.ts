import type { Context } from "#core/context.ts";
import { newId } from "#core/id.ts";
import { STATUSES, type StatusEntry } from "./bookable-schema.ts";

type Status = (typeof STATUSES)[number];

const MOST = 100;

interface Sent {
  status?: Status | undefined;
  statuses?: { status: string }[] | undefined;
}

/** The status that was sent: by its field, or as the older form's last entry. */
export function statusSent({ status, statuses }: Sent, before?: Status): Status | undefined {
  const last = statuses?.at(-1)?.status.toUpperCase();
  return newOf(
    before,
    status,
    STATUSES.find((each) => each === last),
  );
}

/**
 * What was sent of something that both forms can say. Who sends a reply back with a change says it in both: then the
 * one that is not as it was counts.
 */
export function newOf<A>(before: A | undefined, current: A | undefined, older: A | undefined): A | undefined {
  const isOld = current === undefined || JSON.stringify(current) === JSON.stringify(before);
  return isOld ? (older ?? current) : current;
}

/** The history of a status, with one entry more if it is another now. */
export function statusHistory(ctx: Context, before: StatusEntry[], status: string): StatusEntry[] {
  if (before.at(-1)?.status === status) return before;
  const { actor } = ctx;
  const entry: StatusEntry = {
    id: newId("st", ctx.clock()),
    status,
    changedBy: actor.kind === "person" ? "USER" : "SYSTEM",
    ...(actor.kind === "person" ? { userId: actor.id } : {}),
    timestamp: ctx.now(),
  };
  return [...before, entry].slice(-MOST);
}
