import type { Actor } from "#core/context.ts";
import { forgetCached, isReadSince } from "#core/dynamo/cache.ts";
import type { Guard } from "#core/dynamo/guards.ts";
import { CallerChanged } from "#core/http/caller.ts";
import type { Operation } from "#core/http/contract.ts";
import { tenantMissing } from "./authorize.ts";
import { contactSessions, tombstones } from "./records.ts";

/**
 * What a request has to read although it was remembered: whether its tenant was deleted, before it writes to it; and
 * the session of a visitor, who may have become somebody else a moment ago.
 *
 * @param began by `performance.now()`
 */
export function guardsFor(
  { method, family }: Pick<Operation, "method" | "family">,
  actor: Actor,
  tenantId: string | undefined,
  began: number,
): Guard[] {
  return [
    ...(tenantId && method !== "GET" ? [tombstoneGuard(tenantId, began, () => tenantMissing(family))] : []),
    ...(actor.kind === "visitor" ? [sessionGuard(actor, began)] : []),
  ];
}

function tombstoneGuard(tenantId: string, began: number, missing: () => Error): Guard {
  const key = tombstones.key({ tenant_id: tenantId });
  const judge = (item?: Record<string, unknown>) => {
    // What comes next has to look itself; what is not there needs no memory.
    if (!item) return;
    forgetCached([key]);
    throw missing();
  };
  return { key, known: isReadSince(key, began), judge };
}

function sessionGuard(actor: Extract<Actor, { kind: "visitor" }>, began: number): Guard {
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
