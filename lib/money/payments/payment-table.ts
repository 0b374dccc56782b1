// Not in the file of the other tables, so that checking an account does not load the payment lifecycle.

import { entity } from "#core/dynamo/entity.ts";
import { PAYMENT_EVENTS } from "./events.ts";
import { paymentLife } from "./lifecycle.ts";
import { Payment, PaymentEvent } from "./schema.ts";

export const payments = entity({
  name: "payment",
  schema: Payment,
  life: paymentLife,
  pk: "TENANT#{tenant_id}#PAYMENT#{id%8}",
  sk: "{id}",
  indexes: { child: "TENANT#{tenant_id}#PAYMENT#{reference}" },
  tenant: "tenant_id",
  announces: { events: PAYMENT_EVENTS, shows: PaymentEvent },
  deletion: { tenant: "partition", person: "unaffected" },
});
