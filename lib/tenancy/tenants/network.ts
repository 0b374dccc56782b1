import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readTogether } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { invalidField } from "#core/errors.ts";
import { tombstones } from "#lib/tenancy/access/records.ts";
import { BUSINESS } from "./errors.ts";
import type { Business, ParentBusiness } from "./schema.ts";
import { tenantKeys, tenants } from "./table.ts";

/** Levels above a business. More can be above, but are not read. */
const MAX_LEVELS = 50;

type ParentFields = Pick<Business, "networkKey" | "networkId">;

/** The businesses above a tenant, from its parent to the root. The list ends at a deleted business. */
export async function listParents(tenant: ParentFields): Promise<ParentBusiness[]> {
  const line = await ancestorsOf(tenant.networkId);
  return line.slice(0, MAX_LEVELS).map(({ id, key, name, status }) => ({ id, key, name, status }));
}

interface NetworkChange extends ParentFields {
  /** Checks that keep the network unchanged during the transaction. */
  writes: Write[];
}

/**
 * Finds the new parent of a business by its key. Its id is stored.
 *
 * @param sent the key; `undefined` keeps the parent, `null` leaves the network
 * @param id of the business; a new one has none yet
 * @throws GENERAL.VALIDATION_FAILED for an unknown key, or a business that the caller does not administer
 * @throws BUSINESS.NETWORK_CYCLE
 */
export async function joinNetwork(
  ctx: Context,
  sent: string | null | undefined,
  before: ParentFields = { networkKey: null },
  id?: string,
): Promise<NetworkChange> {
  const { networkKey, networkId } = before;
  if (sent === undefined) return { networkKey, networkId, writes: [] };
  if (sent === null) return { networkKey: null, networkId: null, writes: [] };
  const found = await tenantKeys.find({ key: sent }, ctx);
  if (found && found.tenant_id === networkId) return { networkKey: sent, networkId, writes: [] };
  if (!found || !(await ctx.may("ADMIN", found.tenant_id))) throw unknownKeyError();
  const line = await ancestorsOf(found.tenant_id);
  if (line.length === 0) throw unknownKeyError();
  if (id === found.tenant_id || line.some((above) => above.id === id)) {
    throw BUSINESS.NETWORK_CYCLE({ key: sent });
  }
  if (line.length > MAX_LEVELS) throw BUSINESS.NETWORK_TOO_DEEP({ limit: MAX_LEVELS });
  // If two changes run at once, the later one fails on a changed business and retries.
  return {
    networkKey: sent,
    networkId: found.tenant_id,
    writes: line.map((above) => tenants.check(above)),
  };
}

/** Tenants with the current keys of their parents. */
export async function withParentKeys<T extends Business>(all: readonly T[]): Promise<T[]> {
  const ids = [...new Set(all.flatMap(({ networkId }) => networkId ?? []))];
  if (ids.length === 0) return [...all];
  const found = await existingTenants(ids);
  const keys = new Map(found.map(({ id, key }) => [id, key]));
  return all.map((tenant) =>
    tenant.networkId ? { ...tenant, networkKey: keys.get(tenant.networkId) ?? null } : tenant,
  );
}

async function ancestorsOf(first: string | null | undefined): Promise<Stored<Business>[]> {
  const line: Stored<Business>[] = [];
  for (let id = first; id && line.length <= MAX_LEVELS && !line.some((above) => above.id === id); ) {
    const [tenant] = await existingTenants([id]);
    if (!tenant) break;
    line.push(tenant);
    id = tenant.networkId;
  }
  return line;
}

async function existingTenants(ids: string[]): Promise<Stored<Business>[]> {
  const [found, gone] = [
    await readTogether(ids.map((id) => tenants.read({ id }))),
    await readTogether(ids.map((tenant_id) => tombstones.read({ tenant_id }))),
  ];
  return found.flatMap((tenant, index) => (tenant && !gone[index] ? [tenant] : []));
}

function unknownKeyError(): Error {
  const message = "is the key of no business that you administer";
  return invalidField("networkKey", message);
}
