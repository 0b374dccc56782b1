import { locations } from "#functions/commerce/locations/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { orderShipping, shippingProviders } from "#functions/commerce/shipping/routes.ts";
import { ok } from "#test/support/client.ts";
import { OMITTED } from "#test/support/complete-body.ts";
import { PARCEL } from "#test/support/orders.ts";
import { BERLIN } from "#test/support/shop.ts";
import { orderMugs, orderShippedMugs } from "./orders.ts";
import { OMISSION_REASONS, type Recipes, type SentRecord } from "./recipe.ts";
import type { World } from "./world.ts";

async function quoteLabel(world: World) {
  const { as, params, line } = await orderMugs(world);
  const { rates } = await ok(orderShipping.quoteRates, {
    params,
    as,
    body: { parcel: PARCEL, from_address: BERLIN },
  });
  const [rate] = rates;
  return { as, params, line, rate };
}

/** A request with all fields that buy a label at a quoted rate. */
async function labelRequest(world: World, seed: number) {
  const { as, params, line, rate } = await quoteLabel(world);
  const { items } = await ok(locations.listLocations, { params: { storeId: params.storeId }, as });
  const body = {
    order_id: params.orderId,
    rate_id: rate?.id,
    carrier: rate?.carrier,
    service: rate?.service,
    location_id: items[0]?.id,
    lines: [{ order_item_id: line, quantity: seed }],
  };
  return { as, params, body };
}

export const SHIPPING: Recipes = {
  shipOrder: { asks: labelRequest, within: "shipment", read: readShipment },
  sendParcel: {
    asks: async (world, seed) => {
      const { body, ...asked } = await labelRequest(world, seed);
      return { ...asked, body: { ...body, tracking_number: OMITTED, tracking_url: OMITTED } };
    },
    within: "shipment",
    read: readShipment,
    not: { tracking_number: OMISSION_REASONS.label, tracking_url: OMISSION_REASONS.label },
  },
  updateShipment: {
    asks: async (world, seed) => {
      const { as, params, shipment } = await orderShippedMugs(world);
      const status = ["in_transit", "delivered"][seed % 2];
      return { as, params: { ...params, shipmentId: shipment }, body: { status } };
    },
    within: "shipment",
    read: readShipment,
  },
  createShippingProvider: {
    asks: ({ shop }) => ({ as: shop.owner, params: { storeId: shop.id }, body: { type: "sandbox" } }),
    read: async ({ shop: { id: storeId, owner: as } }, { record }) => {
      const { items } = await ok(shippingProviders.listShippingProviders, { params: { storeId }, as });
      return items.find(({ id }) => id === record.id);
    },
    not: { api_token: OMISSION_REASONS.secret },
  },
};

async function readShipment({ shop }: World, { params, record }: SentRecord) {
  const at = { storeId: shop.id, orderId: params.orderId ?? "" };
  const { shipments } = await ok(orders.getOrder, { params: at, as: shop.owner });
  return shipments.find(({ id }) => id === record.id);
}
