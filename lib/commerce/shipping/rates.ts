import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { type FieldError, fieldError, invalidField, notFound, validationFailed } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { defaultLocation, readLocations } from "#lib/commerce/locations/location-book.ts";
import type { Order } from "#lib/commerce/orders/schema.ts";
import { getOrder } from "#lib/commerce/orders/service.ts";
import type { Address } from "#lib/money/markets/address-schema.ts";
import { missingAddressFields } from "#lib/money/markets/zones.ts";
import { askProvider, openProvider } from "./registry.ts";
import type { QuoteRates, ShippingRates, StoredRate } from "./schema.ts";
import { rates } from "./table.ts";

/** Most rates that are stored of one answer, in one transaction. */
const MAX_RATES = 50;

/** Asks a provider for prices and stores them with the order. Makes one call to the provider. */
export async function quoteRates(
  ctx: Context,
  storeId: string,
  orderId: string,
  input: QuoteRates,
): Promise<z.output<typeof ShippingRates>> {
  checkSameOrder(orderId, input.order_id);
  const [order, opened, from] = await sideBySide([
    getOrder(ctx, storeId, orderId),
    openProvider(storeId, input.shipping_provider_id),
    input.from_address ?? addressOfLocation(storeId, input.location_id),
  ]);
  const to = input.to_address ?? order.shipping_address;
  checkAddresses(from, to);
  if (!from || !to) throw notFound("An address to send from or to");
  const { parcel, customs_declaration = null } = input;
  const consignment = { from, to, parcel, customs: customs_declaration, currency: order.currency };
  const { offers, messages } = await askProvider(opened.provider.rates(consignment, opened.account));
  const common = {
    store_id: storeId,
    order_id: order.id,
    connection_id: opened.id,
    provider: opened.type,
    shipment_id: null,
    label_ref: null,
    created_at: ctx.now(),
  };
  const stored = offers.slice(0, MAX_RATES).map(
    (offer, index): StoredRate => ({
      ...common,
      id: newId("rate", ctx.clock() + index / 1000),
      ref: offer.ref,
      carrier: offer.carrier,
      service: offer.service,
      display_name: offer.displayName,
      amount: offer.amount,
      currency: offer.currency,
      estimated_days: offer.estimatedDays,
    }),
  );
  const writes = stored.map((rate) => rates.create(rate));
  return transact(ctx, writes, { rates: stored.map(viewRate), messages });
}

export function checkSameOrder(orderId: string, sent: string | undefined): void {
  if (sent === undefined || sent === orderId) return;
  throw invalidField("order_id", "is not the order in the path");
}

function viewRate({
  id,
  provider,
  carrier,
  service,
  display_name,
  amount,
  currency,
  estimated_days,
}: StoredRate) {
  return {
    id,
    provider,
    carrier,
    service,
    display_name,
    displayName: display_name,
    amount,
    currency,
    estimated_days,
    estimatedDays: estimated_days,
  };
}

async function addressOfLocation(storeId: string, id: string | undefined): Promise<Address | null> {
  const locations = await readLocations(storeId);
  const location = id === undefined ? defaultLocation(locations) : locations.find((each) => each.id === id);
  if (!location) throw notFound(id === undefined ? "A location to send from" : `Location ${id}`);
  return location.address;
}

function checkAddresses(from: Address | null, to: Order["shipping_address"]): void {
  const errors = [...faultsOf("from_address", from), ...faultsOf("to_address", to)];
  if (errors.length > 0) throw validationFailed(errors);
}

function faultsOf(field: string, address: Address | null): FieldError[] {
  if (!address)
    return [
      fieldError(field, "is required: neither the request nor the record has one", "FIELD.REQUIRED_MISSING"),
    ];
  return missingAddressFields(address).map((part) =>
    fieldError(`${field}.${part}`, "is required", "FIELD.REQUIRED_MISSING"),
  );
}
