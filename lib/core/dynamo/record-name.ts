import { tenantKey } from "./cache.ts";
import type { Key } from "./key.ts";

/** Separates the parts of a name; no key contains it. */
const SEPARATOR = "\n";

/** Names a record of a tenant by its key, without the part that names the tenant. */
export function recordName(tenantId: string, { pk, sk }: Key): string {
  return `${pk.slice(tenantKey(tenantId).pk.length + 1)}${SEPARATOR}${sk}`;
}

/** The key of a record by its name. */
export function keyOfName(tenantId: string, name: string): Key {
  const at = name.indexOf(SEPARATOR);
  return { pk: `${tenantKey(tenantId).pk}#${name.slice(0, at)}`, sk: name.slice(at + SEPARATOR.length) };
}
