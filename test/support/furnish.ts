import * as z from "zod";
import { transact } from "#core/dynamo/transact.ts";
import type { Operation } from "#core/http/contract.ts";
import { operations } from "#functions/manifest.ts";
import { startSession } from "#lib/tenancy/people/sessions.ts";
import { type As, call } from "./client.ts";
import { exampleBody, exampleParameters, slotsOf } from "./fixtures.ts";
import { openStore, type TestStore, testContext, visitorOf } from "./world.ts";

/** A store with a record of every kind that examples can create, and callers of every kind. */
export interface FurnishedStore extends TestStore {
  /** Ids by path slot. */
  ids: Record<string, string>;
  visitor: { token: string };
  /** A caller with the right to call an operation. */
  callerOf(operation: Pick<Operation, "needs">): As;
}

/** Creates every record that examples alone can create, in a new store by default. */
export async function furnish(opened?: TestStore): Promise<FurnishedStore> {
  const store = opened ?? (await openStore());
  const visitor = await visitorOf(store.id);
  const ids: Record<string, string> = {
    storeId: store.id,
    businessId: store.id,
    contactId: visitor.contactId,
    sessionId: await anotherSession(store.owner.id),
  };
  const callerOf = ({ needs }: Pick<Operation, "needs">): As =>
    needs === "none" || needs === "super" ? undefined : needs === "visitor" ? visitor : store.owner;
  const done = new Set<string>();
  // A parent record may come from a later operation, so there are several rounds.
  for (let round = 0; round < 3; round++) {
    for (const { operation, slot } of creators()) {
      const ready = slotsOf(operation).every((name) => ids[name] !== undefined);
      if (!ready || done.has(slot) || ids[slot] !== undefined) continue;
      const created = await createRecord(operation, ids, callerOf(operation));
      if (created.id === undefined) continue;
      ids[slot] = created.id;
      // Use a variant of the created product.
      if (created.variantId) ids.variantId = created.variantId;
      done.add(slot);
    }
  }
  return { ...store, ids, visitor, callerOf };
}

export function paramsOf(operation: Operation, ids: Record<string, string>): Record<string, string> {
  return Object.fromEntries(slotsOf(operation).map((slot) => [slot, ids[slot] ?? `${slot}_missing`]));
}

/** An example body with the ids of a store. */
export function bodyFor(operation: Operation, ids: Record<string, string>): unknown {
  return withCreatedIds(exampleBody(operation), ids);
}

/** A value in which fields such as `product_id` and `provider_ids` have the ids of a store. */
export function withCreatedIds(value: unknown, ids: Record<string, string>, id?: string): unknown {
  if (typeof value === "string") return id ?? value;
  if (Array.isArray(value)) return value.map((each) => withCreatedIds(each, ids, id));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => {
    return [name, withCreatedIds(inner, ids, ids[name.replace(/(_id|Id)s?$/, "Id")])];
  });
  return Object.fromEntries(fields);
}

// A second session of the owner, since a test may end it.
async function anotherSession(personId: string): Promise<string> {
  const ctx = testContext();
  const lifetime = { verified: true, refreshLifetime: 3600 };
  const { write, answer } = await startSession(ctx, {
    person: { id: personId, session_epoch: 0 },
    provider: "CODE",
    ...lifetime,
  });
  await transact(ctx, [write]);
  return answer.id;
}

/** Operations that create a record, with the slot of its id in the paths of other operations. */
function creators(): { operation: Operation; slot: string }[] {
  return operations.flatMap((operation) => {
    if (operation.method !== "POST" || operation.needs === "super") return [];
    const below = operations.find(({ path }) => path.startsWith(`${operation.path}/{`));
    const slot = below?.path.slice(operation.path.length + 2).replace(/\}.*$/, "");
    return slot && slot !== "storeId" && slot !== "businessId" ? [{ operation, slot }] : [];
  });
}

type CreatedIds = { id?: string | undefined; variantId?: string | undefined };

async function createRecord(operation: Operation, ids: Record<string, string>, as: As): Promise<CreatedIds> {
  const example = bodyFor(operation, ids);
  const { status, body } = await call(operation, {
    params: paramsOf(operation, ids),
    query: exampleParameters(operation),
    ...(example === undefined ? {} : { raw: JSON.stringify(example) }),
    as,
  });
  return status < 300 ? idsIn(body) : {};
}

const Answer = z.object({
  id: z.string().optional(),
  order_id: z.string().optional(),
  variants: z.array(z.object({ id: z.string() })).optional(),
});

function idsIn(body: unknown): CreatedIds {
  const { id, order_id, variants } = Answer.safeParse(body).data ?? {};
  return { id: id ?? order_id, variantId: variants?.[0]?.id };
}
