import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { openCursor, sealCursor } from "#core/dynamo/list/page.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { DEFAULT_PAGE_SIZE, queryItems } from "#core/dynamo/read.ts";
import { searchWords } from "#core/dynamo/terms.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { type Membership, memberships } from "#lib/tenancy/access/records.ts";
import type { Person } from "./schema.ts";
import { people } from "./table.ts";

/** Most index rows that are read for one page. After these, the page ends early, with a cursor. */
const MAX_ROWS_READ = 1000;
const CHUNK_ROWS = 200;

interface DirectoryQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
  query?: string | undefined;
  roles?: Membership["role"][] | undefined;
}

/** A person with the membership in the tenant of the query. */
export interface DirectoryEntry {
  person: Stored<Person>;
  membership: Stored<Membership> | undefined;
}

/**
 * Lists members of some tenants, or all people, by email address. The filter needs only index rows, so only
 * the page's records are read.
 */
export async function listPeople(
  ctx: Context,
  tenantIds: readonly string[] | undefined,
  { limit = DEFAULT_PAGE_SIZE, cursor, query, roles = [] }: DirectoryQuery,
): Promise<Page<DirectoryEntry>> {
  const scope = { list: "people", operation: ctx.operation, tenantIds: tenantIds ?? null, query, roles };
  const start = await openCursor<Position>(cursor, scope);
  const rows = await collectRows(partitionsOf(tenantIds, roles), searchWords(query), limit, start);
  const ids = [...new Set(rows.found.map(({ id }) => id))];
  const slots = rows.found.flatMap(({ id, tenantId }) =>
    tenantId === undefined ? [] : [{ person_id: id, tenant_id: tenantId }],
  );
  const [persons, members] = await sideBySide([
    people.batchGet(
      ids.map((id) => ({ id })),
      ctx,
    ),
    memberships.batchGet(slots, ctx),
  ]);
  const items = rows.found.flatMap(({ id, tenantId }): DirectoryEntry[] => {
    const person = persons.find((each) => each.id === id);
    const membership = members.find((each) => each.person_id === id && each.tenant_id === tenantId);
    return person && (tenantId === undefined || membership) ? [{ person, membership }] : [];
  });
  return { items, cursor: rows.next ? await sealCursor(rows.next, scope) : null };
}

interface IndexRow {
  /** Person id. */
  id: string;
  email: string;
  tenantId: string | undefined;
  key: Record<string, unknown>;
}

/** Where a page ended: the index of the partition, and the row in it. */
interface Position {
  part: number;
  after?: Record<string, unknown> | undefined;
}

type Partition = readonly [index: "list_key" | "child_key", partition: string, tenantId?: string];

async function collectRows(
  partitions: Partition[],
  wanted: string[],
  limit: number,
  start: Position = { part: 0 },
): Promise<{ found: IndexRow[]; next: Position | undefined }> {
  const found: IndexRow[] = [];
  let { part, after } = start;
  let last: Position = start;
  for (let read = 0; read < MAX_ROWS_READ; ) {
    const partition = partitions[part];
    if (!partition) return { found, next: undefined };
    const chunk = wanted.length > 0 ? CHUNK_ROWS : limit - found.length + 1;
    const page = await queryItems(partition[1], { index: partition[0], limit: chunk, after });
    for (const item of page.items) {
      const row = rowOf(item, partition);
      if (hasWords(row.email, wanted)) {
        if (found.length === limit) return { found, next: last };
        found.push(row);
      }
      last = { part, after: row.key };
    }
    read += page.items.length + 1;
    after = page.after;
    if (!after) part += 1;
  }
  return { found, next: { part, after } };
}

// Each role has its own partition.
function partitionsOf(tenantIds: readonly string[] | undefined, roles: Membership["role"][]): Partition[] {
  if (tenantIds === undefined) return [["list_key", people.list()]];
  return tenantIds.flatMap((tenant_id): Partition[] => {
    if (roles.length === 0) return [["list_key", memberships.list({ tenant_id }), tenant_id]];
    return roles.map((role) => ["child_key", memberships.child({ tenant_id, role }), tenant_id]);
  });
}

function rowOf(item: Record<string, unknown>, [index, , tenantId]: Partition): IndexRow {
  const { pk, sk, by_key } = item;
  const name = index === "list_key" ? "list" : "child";
  const [, email = "", id = ""] = /^(.*)#(.*)$/.exec(String(by_key)) ?? [];
  return { id, email, tenantId, key: { pk, sk, by_key, [name]: item[name] } };
}

function hasWords(email: string, wanted: string[]): boolean {
  const known = searchWords(email);
  return wanted.every((word) => known.some((candidate) => candidate.startsWith(word)));
}
