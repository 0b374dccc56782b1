import type { Actor } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { apiTokens } from "./records.ts";

/** Seconds between two stamps of one token. */
const AT_MOST_EVERY = 60;
const MAX = 1000;
const stamped = new Map<string, number>();

/** Records that an API token was used, at most once a minute, so that the owner can tell which are alive. */
export async function stampLastUse(actor: Actor, now: number): Promise<void> {
  if (actor.kind !== "person" || actor.via !== "token") return;
  const last = stamped.get(actor.credentialId);
  if (last !== undefined && now >= last && now - last < AT_MOST_EVERY) return;
  if (stamped.size >= MAX) stamped.clear();
  stamped.set(actor.credentialId, now);
  const slots = { person_id: actor.id, id: actor.credentialId };
  await transact({ now: () => now, guards: undefined }, [
    apiTokens.update(slots, { set: { last_used_at: now } }, { expression: "attribute_exists(pk)" }),
  ]).catch(() => undefined);
}
