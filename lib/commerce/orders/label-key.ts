import { privatePrefix } from "#lib/content/media/keys.ts";

/** Where the label of a shipment lies, in the bucket of originals. */
export function labelKey(storeId: string, shipmentId: string): string {
  return `${privatePrefix(storeId)}labels/${shipmentId}`;
}
