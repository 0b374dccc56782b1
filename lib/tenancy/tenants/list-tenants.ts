import { type Context, person } from "#core/context.ts";
import { paddedNumber } from "#core/dynamo/key.ts";
import { openCursor, sealCursor } from "#core/dynamo/list/page.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { pageOfPartition } from "#core/dynamo/partition-page.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { searchWords } from "#core/dynamo/terms.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { roleAllows } from "#lib/tenancy/access/authorize.ts";
import { memberships, STORE_MEMBERS, tombstones } from "#lib/tenancy/access/records.ts";
import { withParentKeys } from "./network.ts";
import type { Business } from "./schema.ts";
import { tenants } from "./table.ts";
import { openBusiness } from "./view.ts";

interface TenantQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
  query?: string | undefined;
  status?: Business["status"] | undefined;
  isNetwork?: boolean | undefined;
  sortField?: string | undefined;
  sortDirection?: "asc" | "desc" | undefined;
}

/** Most memberships read to sort by anything but the tenants' creation. */
const MAX_SORTED = 1000;
const DEFAULT_LIMIT = 20;

/** The caller's tenants, newest first by default. */
export async function listTenants(ctx: Context, query: TenantQuery): Promise<Page<Business>> {
  const by = query.sortField?.replace("_at", "At");
  if (by === "key" || by === "updatedAt") return listSorted(ctx, query, by);
  const { id } = person(ctx);
  const { limit, cursor, sortDirection, ...filters } = query;
  const mine = await pageOfPartition(
    memberships,
    memberships.partition({ person_id: id }),
    { limit, cursor, prefix: STORE_MEMBERS, descending: sortDirection !== "asc" },
    [ctx.operation, id, filters, sortDirection],
  );
  return { items: await loadTenants(ctx, mine.items, filters), cursor: mine.cursor };
}

async function listSorted(
  ctx: Context,
  query: TenantQuery,
  by: "key" | "updatedAt",
): Promise<Page<Business>> {
  const { id } = person(ctx);
  const { limit = DEFAULT_LIMIT, cursor, sortDirection, ...filters } = query;
  const scope = [ctx.operation, id, filters, sortDirection];
  const begin = await openCursor<{ at: string }>(cursor, scope);
  const range = { limit: MAX_SORTED, prefix: STORE_MEMBERS };
  const mine = await pageOfPartition(memberships, memberships.partition({ person_id: id }), range, scope);
  const sign = (sortDirection ?? (by === "key" ? "asc" : "desc")) === "asc" ? 1 : -1;
  // A space sorts before any key character, so a key sorts before longer ones that begin with it.
  const at = (tenant: Business) =>
    `${by === "key" ? tenant.key : paddedNumber(tenant.updatedAt)} ${tenant.id}`;
  const order = (left: string, right: string) => (left < right ? -sign : left > right ? sign : 0);
  const all = (await loadTenants(ctx, mine.items, filters))
    .toSorted((left, right) => order(at(left), at(right)))
    .filter((tenant) => !begin || order(begin.at, at(tenant)) < 0);
  const items = all.slice(0, limit);
  const last = items.at(-1);
  return { items, cursor: last && all.length > limit ? await sealCursor({ at: at(last) }, scope) : null };
}

async function loadTenants(
  ctx: Context,
  members: { tenant_id: string; role: Parameters<typeof roleAllows>[0] }[],
  filters: Pick<TenantQuery, "query" | "status" | "isNetwork">,
): Promise<Business[]> {
  const { storeId } = person(ctx);
  const reachable = members.filter(({ tenant_id }) => storeId === undefined || storeId === tenant_id);
  const [found, gone] = await sideBySide([
    tenants.batchGet(
      reachable.map(({ tenant_id }) => ({ id: tenant_id })),
      ctx,
    ),
    readTogether(reachable.map(({ tenant_id }) => tombstones.read({ tenant_id }))),
  ]);
  const deleted = new Set(gone.flatMap((tombstone) => tombstone?.tenant_id ?? []));
  const administered = new Set(
    reachable.filter(({ role }) => roleAllows(role, "ADMIN")).map(({ tenant_id }) => tenant_id),
  );
  return (await withParentKeys(found))
    .filter((tenant) => !deleted.has(tenant.id) && matchesQuery(tenant, filters))
    .map((tenant) => (administered.has(tenant.id) ? tenant : openBusiness(tenant)));
}

function matchesQuery(tenant: Business, { query, status, isNetwork }: TenantQuery): boolean {
  const known = searchWords(tenant.key, tenant.name);
  return (
    (status === undefined || tenant.status === status) &&
    (isNetwork === undefined || isNetwork === (tenant.networkKey !== null)) &&
    searchWords(query).every((word) => known.some((candidate) => candidate.startsWith(word)))
  );
}
