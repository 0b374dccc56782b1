import type { Stored } from "#core/dynamo/entity.ts";
import { queryItems, type Read } from "#core/dynamo/read.ts";
import { payments } from "./payment-table.ts";
import type { Payment } from "./schema.ts";

export function paymentRead(tenantId: string, id: string): Read<Stored<Payment>> {
  return payments.read({ tenant_id: tenantId, id });
}

/** The newest payment for a reservation, an order or a subscription. */
export async function paymentFor(tenantId: string, reference: string): Promise<Stored<Payment> | undefined> {
  const partition = payments.child({ tenant_id: tenantId, reference });
  const { items } = await queryItems(partition, { index: "child_created", descending: true, limit: 1 });
  const [newest] = items;
  return newest && payments.find({ tenant_id: tenantId, id: String(newest.sk) });
}
