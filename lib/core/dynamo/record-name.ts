import { tenantKey } from "./cache.ts";
import type { Key } from "./key.ts";

/** What stands between the parts of a name: no key has it. */
const BETWEEN = "\n";

/** A record of a tenant by its key, without the tenant that leads it. */
export function recordName(tenantId: string, { pk, sk }: Key): string {
  return `${pk.slice(tenantKey(tenantId).pk.length + 1)}${BETWEEN}${sk}`;
}

/** The key of the record that is called so. */
export function keyOfName(tenantId: string, name: string): Key {
  const at = name.indexOf(BETWEEN);
  return { pk: `${tenantKey(tenantId).pk}#${name.slice(0, at)}`, sk: name.slice(at + BETWEEN.length) };
}
