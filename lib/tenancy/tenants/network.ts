import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readTogether } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { validationFailed } from "#core/errors.ts";
import { tombstones } from "#lib/tenancy/access/records.ts";
import { BUSINESS } from "./errors.ts";
import type { Business, Parent } from "./schema.ts";
import { tenantKeys, tenants } from "./table.ts";

/** Businesses that may stand above one. A line that grows at its root can be longer: no more of it is read. */
const MAX_LEVELS = 50;

type Networked = Pick<Business, "networkKey" | "networkId">;

/** The businesses above a tenant, from its immediate parent to the root. One that was deleted ends the line. */
export async function listParents(tenant: Networked): Promise<Parent[]> {
  const line = await lineAbove(tenant.networkId);
  return line.slice(0, MAX_LEVELS).map(({ id, key, name, status }) => ({ id, key, name, status }));
}

interface Joined extends Networked {
  /** They hold the network together while the change is made. */
  writes: Write[];
}

/**
 * What a business gets by the key of its parent, which is held by the parent's id.
 *
 * @param sent the key as it was sent; `undefined` leaves the parent as it is, `null` leaves the network
 * @param id of the business; a new one has none yet
 * @throws GENERAL.VALIDATION_FAILED for a key that is unknown, or of a business that the caller does not administer
 * @throws BUSINESS.NETWORK_CYCLE
 */
export async function joinNetwork(
  ctx: Context,
  sent: string | null | undefined,
  before: Networked = { networkKey: null },
  id?: string,
): Promise<Joined> {
  const { networkKey, networkId } = before;
  if (sent === undefined) return { networkKey, networkId, writes: [] };
  if (sent === null) return { networkKey: null, networkId: null, writes: [] };
  const found = await tenantKeys.find({ key: sent }, ctx);
  if (found && found.tenant_id === networkId) return { networkKey: sent, networkId, writes: [] };
  if (!found || !(await ctx.may("ADMIN", found.tenant_id))) throw unknownKey();
  const line = await lineAbove(found.tenant_id);
  if (line.length === 0) throw unknownKey();
  if (id === found.tenant_id || line.some((above) => above.id === id)) {
    throw BUSINESS.NETWORK_CYCLE({ key: sent });
  }
  if (line.length > MAX_LEVELS) throw BUSINESS.NETWORK_TOO_DEEP({ limit: MAX_LEVELS });
  // Of two crossing changes the later finds a business of its line changed, and looks again.
  return {
    networkKey: sent,
    networkId: found.tenant_id,
    writes: line.map((above) => tenants.check(above)),
  };
}

/** Tenants with the keys that their parents have now. */
export async function withParentKeys<T extends Business>(all: readonly T[]): Promise<T[]> {
  const ids = [...new Set(all.flatMap(({ networkId }) => networkId ?? []))];
  if (ids.length === 0) return [...all];
  const found = await standing(ids);
  const keys = new Map(found.map(({ id, key }) => [id, key]));
  return all.map((tenant) =>
    tenant.networkId ? { ...tenant, networkKey: keys.get(tenant.networkId) ?? null } : tenant,
  );
}

async function lineAbove(first: string | null | undefined): Promise<Stored<Business>[]> {
  const line: Stored<Business>[] = [];
  for (let id = first; id && line.length <= MAX_LEVELS && !line.some((above) => above.id === id); ) {
    const [tenant] = await standing([id]);
    if (!tenant) break;
    line.push(tenant);
    id = tenant.networkId;
  }
  return line;
}

/** Those of some tenants that are there and were not deleted. */
async function standing(ids: string[]): Promise<Stored<Business>[]> {
  const [found, gone] = [
    await readTogether(ids.map((id) => tenants.read({ id }))),
    await readTogether(ids.map((tenant_id) => tombstones.read({ tenant_id }))),
  ];
  return found.flatMap((tenant, index) => (tenant && !gone[index] ? [tenant] : []));
}

function unknownKey(): Error {
  const message = "is the key of no business that you administer";
  return validationFailed([{ field: "networkKey", message, error: "FIELD.VALIDATION_FAILED" }]);
}
