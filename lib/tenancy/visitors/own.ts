import type { Actor, Context } from "#core/context.ts";

/** The contact of a visitor, and those that it was before its address was known. */
export function contactIds(actor: Extract<Actor, { kind: "visitor" }>): string[] {
  return [actor.id, ...actor.former];
}

/** Whether what names a contact is the visitor's who calls. */
export function isVisitors({ actor }: Pick<Context, "actor">, contactId: string | null | undefined): boolean {
  return actor.kind === "visitor" && Boolean(contactId) && contactIds(actor).includes(contactId ?? "");
}
