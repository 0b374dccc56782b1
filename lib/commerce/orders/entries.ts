import type { Actor, Context } from "#core/context.ts";
import { newId } from "#core/id.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import type { Draft } from "./books.ts";
import type { BookEntry } from "./books-schema.ts";
import type { Order } from "./schema.ts";

type By = BookEntry["actor"];

/** Who does something to an order: whoever has opened its page or pays is its customer. */
export function actorOf({ actor }: { actor: Actor }): By {
  return actor.kind === "nobody" ? { type: "customer", id: "" } : { type: actor.kind, id: actor.id };
}

/** Who said what a payment says. */
export function providerOf({ provider }: Pick<Payment, "provider">): By {
  return { type: "provider", id: provider };
}

/** The books of an order with entries added. */
export function added(
  ctx: Context,
  { entries }: Pick<Order, "entries">,
  drafts: readonly Draft[],
  actor: By = actorOf(ctx),
): BookEntry[] {
  const at = ctx.now();
  const made = drafts.map((draft) => ({ reason: null, ...draft, id: newId("book", ctx.clock()), actor, at }));
  return [...entries, ...made];
}
