import type { Actor } from "#core/context.ts";
import { forgetCached, isReadSince } from "#core/dynamo/cache.ts";
import type { Owed } from "#core/dynamo/owed.ts";
import { CallerChanged } from "#core/http/caller-changed.ts";
import type { Operation } from "#core/http/contract.ts";
import { tenantMissing } from "./authorize.ts";
import { contactSessions, tombstones } from "./records.ts";

/**
 * What a request has to read although it was remembered: whether its tenant was deleted, before it writes to it; and
 * the session of a visitor, who may have become somebody else a moment ago.
 *
 * @param began by `performance.now()`
 */
export function owedBy(
  { method, family }: Pick<Operation, "method" | "family">,
  actor: Actor,
  tenantId: string | undefined,
  began: number,
): Owed[] {
  return [
    ...(tenantId && method !== "GET" ? [tombstoneOwed(tenantId, began, () => tenantMissing(family))] : []),
    ...(actor.kind === "visitor" ? [sessionOwed(actor, began)] : []),
  ];
}

function tombstoneOwed(tenantId: string, began: number, missing: () => Error): Owed {
  const key = tombstones.key({ tenant_id: tenantId });
  const judge = (item?: Record<string, unknown>) => {
    // What comes next has to look itself; what is not there needs no memory.
    if (!item) return;
    forgetCached([key]);
    throw missing();
  };
  return { key, known: isReadSince(key, began), judge };
}

function sessionOwed(actor: Extract<Actor, { kind: "visitor" }>, began: number): Owed {
  const key = contactSessions.key({ store_id: actor.storeId, id: actor.credentialId });
  const judge = (item?: Record<string, unknown>) => {
    const session = item && contactSessions.parse(item);
    const former = session?.former_contact_ids ?? [];
    const same = session?.status === "active" && session.contact_id === actor.id;
    if (same && former.join() === actor.former.join()) return;
    forgetCached([key]);
    throw new CallerChanged();
  };
  return { key, known: isReadSince(key, began), judge };
}
