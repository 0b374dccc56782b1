import * as z from "zod";
import { entities } from "#core/dynamo/entity.ts";
import { keyOfItem } from "#core/dynamo/key.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { sideBySide } from "#core/side-by-side.ts";
import type { WalkedKind } from "./declaration.ts";

type Item = Record<string, unknown>;

/** Most records of a page; or, for records below parents, most parents, each with all records below it. */
const PAGE_RECORDS = 40;
const PAGE_PARENTS = 20;

const WalkPosition = z.object({
  partition: z.int(),
  after: z.object({ pk: z.string(), sk: z.string() }).optional(),
});
type WalkPosition = z.output<typeof WalkPosition>;

/**
 * The next records of a tenant, strongly consistent, in arbitrary order.
 *
 * @param cursor where the page before ended; null at the beginning
 * @param prefix of their sort keys
 * @returns the cursor to the next page; null at the end
 */
export async function walkPage(
  walked: WalkedKind,
  tenantId: string,
  cursor: string | null,
  prefix?: string,
): Promise<{ items: Item[]; cursor: string | null }> {
  let at: WalkPosition = cursor === null ? { partition: 0 } : WalkPosition.parse(JSON.parse(cursor));
  const below = parentOf(walked);
  const kind = below?.parent ?? walked;
  const partitions = kind.partitionsIn("table", { [kind.tenant ?? ""]: tenantId });
  for (;;) {
    const limit = below ? PAGE_PARENTS : PAGE_RECORDS;
    const range = { consistent: true, limit, after: at.after, prefix };
    const page = await queryItems(partitions[at.partition] ?? "", range);
    const found = below
      ? await childrenOf(walked, { [walked.tenant ?? ""]: tenantId }, below.slot, page.items)
      : page.items;
    const items = found.filter((item) => isOfKind(walked, item));
    const next = nextPosition(at, page.after, partitions.length);
    // No empty page is returned: the walk goes on.
    if (items.length > 0 || !next) return { items, cursor: next ? JSON.stringify(next) : null };
    at = next;
  }
}

function nextPosition(
  { partition }: WalkPosition,
  last: Item | undefined,
  partitions: number,
): WalkPosition | undefined {
  if (last) return { partition, after: keyOfItem(last) };
  return partition + 1 < partitions ? { partition: partition + 1 } : undefined;
}

/** The parent kind of a kind, and the slot that the parent's id fills. */
function parentOf({ name, deletion }: WalkedKind): { parent: WalkedKind; slot: string } | undefined {
  const rule = deletion.tenant;
  if (typeof rule !== "object" || rule === null || !("below" in rule) || !("slot" in rule)) return undefined;
  const parent = entities().find((each) => each.name === rule.below);
  if (!parent) throw new Error(`The kind ${String(rule.below)}, which ${name} lies below, is not there.`);
  return { parent, slot: String(rule.slot) };
}

async function childrenOf(
  walked: WalkedKind,
  tenant: Item,
  slot: string,
  parents: readonly Item[],
): Promise<Item[]> {
  const partitions = parents.flatMap(({ sk }) => walked.partitionsIn("table", { ...tenant, [slot]: sk }));
  const found = await sideBySide(partitions.map(itemsIn));
  return found.flat();
}

async function itemsIn(partition: string): Promise<Item[]> {
  const items: Item[] = [];
  let last: Item | undefined;
  do {
    const page = await queryItems(partition, { consistent: true, after: last });
    items.push(...page.items);
    last = page.after;
  } while (last);
  return items;
}

// An item that was created by a change in place does not name its kind.
function isOfKind({ name }: WalkedKind, { _t }: Item): boolean {
  return _t === undefined || _t === name;
}
