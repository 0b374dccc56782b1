import type { AnyEntity } from "#core/dynamo/entity.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { entities } from "./records.ts";

/** Kinds of records stored below records of another kind: the parent's id is part of their partition key. */
interface ChildKind {
  child: AnyEntity;
  parent: AnyEntity;
  slot: string;
}

function tenantEntities(): AnyEntity[] {
  return entities().filter((entity) => entity.tenant !== undefined);
}

/**
 * A tenant's own partitions, with their term rows, in the order in which the kinds are declared, so that payment
 * pages come before the credentials that are needed to close them.
 */
export function tenantPartitions(tenantId: string): string[] {
  const own = tenantEntities().filter(({ deletion }) => deletion.tenant === "partition");
  return [
    ...new Set(own.flatMap((entity) => withTermPartitions(entity, { [entity.tenant ?? ""]: tenantId }))),
  ];
}

export function childKinds(): ChildKind[] {
  const all = tenantEntities();
  return all.flatMap((child) => {
    const rule = child.deletion.tenant;
    if (typeof rule !== "object" || !("below" in rule)) return [];
    const parent = all.find(({ name }) => name === rule.below);
    return parent ? [{ child, parent, slot: rule.slot }] : [];
  });
}

/** The partitions of a tenant whose records have children in other partitions. */
export function parentPartitions(tenantId: string): ReadonlySet<string> {
  const parents = childKinds().map(({ parent }) => parent);
  return new Set(
    parents.flatMap((parent) => parent.partitionsIn("table", { [parent.tenant ?? ""]: tenantId })),
  );
}

/**
 * The partitions below a tenant's records, parent by parent.
 *
 * @param of name of the table that has the parents; the live one by default
 */
export async function* childPartitions(
  { child, parent, slot }: ChildKind,
  tenantId: string,
  of?: string,
): AsyncGenerator<string[]> {
  for (const parents of parent.partitionsIn("table", { [parent.tenant ?? ""]: tenantId })) {
    let after: Record<string, unknown> | undefined;
    do {
      const page = await queryItems(parents, { after, otherTable: of });
      for (const { sk } of page.items) {
        yield withTermPartitions(child, { [child.tenant ?? ""]: tenantId, [slot]: sk });
      }
      after = page.after;
    } while (after);
  }
}

/** The partitions of a kind for some key values, and the partitions of its term rows. */
export function withTermPartitions(entity: AnyEntity, slots: Record<string, unknown>): string[] {
  return entity
    .partitionsIn("table", slots)
    .flatMap((partition) => [partition, ...entity.termPartitions(partition)]);
}
