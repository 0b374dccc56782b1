import type { AnyEntity } from "#core/dynamo/entity.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { entities } from "./records.ts";

/** Kinds of records that lie below each record of another kind, whose id fills a slot of their partition. */
interface Below {
  child: AnyEntity;
  parent: AnyEntity;
  slot: string;
}

function owned(): AnyEntity[] {
  return entities().filter((entity) => entity.tenant !== undefined);
}

/**
 * The partitions that a tenant leads, with those of the rows of terms, in the order in which their kinds are declared:
 * the accounts at providers stand behind the pages that they close.
 */
export function tenantPartitions(tenantId: string): string[] {
  const own = owned().filter(({ deletion }) => deletion.tenant === "partition");
  return [
    ...new Set(own.flatMap((entity) => withTermPartitions(entity, { [entity.tenant ?? ""]: tenantId }))),
  ];
}

/** What lies below records of a tenant. */
export function childKinds(): Below[] {
  const all = owned();
  return all.flatMap((child) => {
    const rule = child.deletion.tenant;
    if (typeof rule !== "object" || !("below" in rule)) return [];
    const parent = all.find(({ name }) => name === rule.below);
    return parent ? [{ child, parent, slot: rule.slot }] : [];
  });
}

/** The partitions of a tenant's records below which others lie. */
export function parentPartitions(tenantId: string): ReadonlySet<string> {
  const parents = childKinds().map(({ parent }) => parent);
  return new Set(
    parents.flatMap((parent) => parent.partitionsIn("table", { [parent.tenant ?? ""]: tenantId })),
  );
}

/**
 * The partitions of what lies below a tenant's records, parent by parent.
 *
 * @param of name of the table that has the parents; the one that runs unless said
 */
export async function* childPartitions(
  { child, parent, slot }: Below,
  tenantId: string,
  of?: string,
): AsyncGenerator<string[]> {
  for (const parents of parent.partitionsIn("table", { [parent.tenant ?? ""]: tenantId })) {
    let after: Record<string, unknown> | undefined;
    do {
      const page = await queryItems(parents, { after, of });
      for (const { sk } of page.items) {
        yield withTermPartitions(child, { [child.tenant ?? ""]: tenantId, [slot]: sk });
      }
      after = page.after;
    } while (after);
  }
}

/** The partitions of a kind of record for these slots, with those of its rows of terms. */
export function withTermPartitions(entity: AnyEntity, slots: Record<string, unknown>): string[] {
  return entity
    .partitionsIn("table", slots)
    .flatMap((partition) => [partition, ...entity.termPartitions(partition)]);
}
