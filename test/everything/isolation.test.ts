import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { isTenantSlot, type Operation } from "#core/http/contract.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import { taxonomies } from "#functions/content/taxonomies/routes.ts";
import { operations } from "#functions/manifest.ts";
import { listForms } from "#lib/content/forms/service.ts";
import { ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { exampleParameters, slotsOf } from "#test/support/fixtures.ts";
import { bodyFor, type FurnishedStore, furnish, paramsOf } from "#test/support/furnish.ts";
import { watchCalls } from "#test/support/table.ts";
import { testContext } from "#test/support/world.ts";

let ownStore: FurnishedStore;
let otherStore: FurnishedStore;
beforeAll(async () => {
  [ownStore, otherStore] = await Promise.all([furnish(), furnish()]);
  // Records that a filter by the other tenant's parent would find.
  const { storeId = "", taxonomyId, nodeId } = otherStore.ids;
  const below = (parent_id: string | undefined) => ({
    params: { storeId },
    as: otherStore.owner,
    body: { key: "below", parent_id },
  });
  await ok(taxonomies.createTaxonomy, below(taxonomyId));
  await ok(nodes.createNode, below(nodeId));
});

const guardedOperations = operations.filter(
  (operation) => slotsOf(operation).length > 0 && !["none", "super"].includes(operation.needs),
);

// Without the tenant's own slot where anybody may name any tenant.
const testedSlots = (operation: Operation) =>
  slotsOf(operation).filter(
    (slot) => !(isTenantSlot(slot) && ["public", "person", "account"].includes(operation.needs)),
  );
const testIf = (applies: boolean) => (applies ? test : () => undefined);

describe.each(guardedOperations.map((operation) => [operation.id, operation] as const))(
  "%s",
  (_, operation) => {
    const own = testedSlots(operation);
    testIf(own.length > 0)("reads nothing of another tenant, wherever its ids are", async () => {
      for (const slot of own) {
        const theirId = otherStore.ids[slot];
        if (theirId !== undefined) await expectNoRead(operation, { [slot]: theirId });
        if (isTenantSlot(slot)) continue;
        for (const lookup of [`${otherStore.id}:contact`, `${otherStore.id}:en:contact`]) {
          await expectNoRead(operation, { [slot]: lookup });
        }
      }
    });

    test("reads and writes nothing of another tenant, whatever body and query name", async () => {
      const body = JSON.stringify(bodyFor(operation, { ...otherStore.ids }));
      // Public callers read other partitions than staff.
      const callers = operation.needs === "public" ? [tokenFor(operation), {}] : [tokenFor(operation)];
      const asks = queriesOf(operation).flatMap((query) => callers.map((as) => ({ query, as })));
      for (const { query, as } of asks) {
        const { result, calls } = await watchCalls(() =>
          invokeDirect(operation, {
            params: paramsOf(operation, ownStore.ids),
            query,
            ...(operation.body ? { body } : {}),
            ...as,
          }),
        );
        const asked = `${JSON.stringify(query)}: ${result.body}`;
        expect(result.status, asked).toBeLessThan(500);
        if (operation.method === "GET" && result.status === 200)
          expect(storesIn(result.body), asked).toEqual([]);
        expect(partitionsOf(calls), asked).toEqual([]);
      }
    });
  },
);

test("ids of another tenant in a list of ids find nothing", async () => {
  const ctx = testContext({ operation: "listForms" });
  const theirForms = (await listForms(ctx, otherStore.id, {})).items.map(({ id }) => id);
  const found = await listForms(ctx, ownStore.id, { ids: theirForms });
  expect(theirForms.length).toBeGreaterThan(2);
  expect(found).toEqual({ items: [], cursor: null });
});

async function expectNoRead(operation: Operation, changed: Record<string, string>): Promise<void> {
  const { result, calls } = await watchCalls(() =>
    invokeDirect(operation, {
      params: { ...paramsOf(operation, ownStore.ids), ...changed },
      query: exampleParameters(operation),
      ...(operation.body
        ? { body: JSON.stringify(bodyFor(operation, { ...ownStore.ids, ...changed })) }
        : {}),
      ...tokenFor(operation),
    }),
  );
  expect(result.status, `${JSON.stringify(changed)}: ${result.body}`).toBeGreaterThanOrEqual(400);
  expect(result.status, result.body).toBeLessThan(500);
  expect(partitionsOf(calls), JSON.stringify(changed)).toEqual([]);
}

/** A read without a filter, and with each filter set to the other tenant's id. */
function queriesOf(operation: Operation): Record<string, string>[] {
  if (operation.method !== "GET") return [{}];
  const form = `form:${otherStore.ids.formId}`;
  const parentId = operation.folder === "content/nodes" ? otherStore.ids.nodeId : otherStore.ids.taxonomyId;
  const theirIds: Record<string, string | undefined> = {
    ...otherStore.ids,
    parentId,
    record: form,
    entity: form,
    key: "contact",
  };
  const ids = Object.values(otherStore.ids).join(",");
  const example = exampleParameters(operation);
  const filters = parametersOf(operation).flatMap((name) => {
    const value = theirIds[name.replace(/_(\w)/g, (__, letter: string) => letter.toUpperCase())];
    return value === undefined ? [] : [{ ...example, [name]: value }];
  });
  return [example, { ids }, ...filters];
}

function parametersOf({ query }: Operation): string[] {
  if (!query) return [];
  const { properties = {} } = z.toJSONSchema(query, { io: "input", unrepresentable: "any" });
  return Object.keys(properties);
}

/** Other stores that an answer names. */
function storesIn(text: string): string[] {
  return (text.match(/store_[0-9a-z]{26}/g) ?? []).filter((id) => id !== ownStore.id);
}

/** The other tenant's keys that were read or written, except its own row, which every request may read. */
function partitionsOf(calls: { input: object }[]): string[] {
  return calls.flatMap(
    ({ input }) => JSON.stringify(input).match(new RegExp(`TENANT#${otherStore.id}#[^"]*`, "g")) ?? [],
  );
}

function tokenFor(operation: Operation): { token?: string } {
  const as = ownStore.callerOf(operation);
  return as && "token" in as ? { token: as.token } : {};
}
