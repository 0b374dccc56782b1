// Shipping: rates, labels and tracking by a shipping provider.

import * as z from "zod";
import { GENERAL } from "#core/errors.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { workers } from "#core/queue/contract.ts";
import { ORDER } from "#lib/commerce/orders/errors.ts";
import { SHIPMENT_EVENTS } from "#lib/commerce/orders/events.ts";
import { LookUpLabel } from "#lib/commerce/shipping/messages.ts";
import {
  CreateShippingProvider,
  OrderShipped,
  ParcelSent,
  QuoteRates,
  SendParcel,
  ShipOrder,
  ShippingProviderList,
  ShippingProviderView,
  ShippingRates,
  UpdateShipment,
} from "#lib/commerce/shipping/schema.ts";

/** Seconds; a shipping provider may take twenty. */
const timeout = 30;
const shippingOptions = {
  errors: [ORDER.NOT_FOUND, ORDER.INVALID_STATUS, GENERAL.NOT_FOUND, GENERAL.BAD_REQUEST],
  uses: ["table:write", "credentials", "media:write"],
  timeout,
} as const;

export const orderShipping = routes("commerce/shipping", "/v1/stores/{storeId}/orders/{orderId}", {
  quoteRates: post("/shipping/rates", {
    summary: "Shipping rates for an order",
    description:
      "The default addresses are those of the order and the location. The default provider is the store's only one. Rates can be bought for seven days.",
    needs: "WRITE",
    body: QuoteRates,
    returns: ShippingRates,
    errors: [ORDER.NOT_FOUND, GENERAL.NOT_FOUND, GENERAL.BAD_REQUEST],
    uses: ["table:write", "secrets", "credentials"],
    timeout,
  }),
  shipOrder: post("/ship", {
    ...shippingOptions,
    summary: "Buy the label of a rate, and ship goods with it",
    description: "A rate is bought once. The same rate with the same lines returns the same shipment again.",
    emits: ["order.updated", "order.completed", "order.shipment_created", "order.shipment_updated"],
    needs: "WRITE",
    body: ShipOrder,
    returns: OrderShipped,
    status: 201,
  }),
  sendParcel: post("/shipments", {
    ...shippingOptions,
    summary: "Send a parcel: buy the label of a rate, or record goods that were sent without one",
    description:
      "With a `rate_id` it is `ship` and answers 201; the rate says carrier and service. Without one it is `fulfil` and answers 200. `shipment_id` is your name of the parcel: sent again with the same body, it is the same parcel. With another body it is a 409.",
    emits: ["order.updated", "order.completed", "order.shipment_created", "order.shipment_updated"],
    needs: "WRITE",
    body: SendParcel,
    returns: ParcelSent,
    status: 201,
    extension: true,
  }),
  updateShipment: put("/shipments/{shipmentId}", {
    ...shippingOptions,
    summary: "Record the state of a parcel by hand",
    emits: [...SHIPMENT_EVENTS, "order.shipment_out_for_delivery"],
    needs: "WRITE",
    body: UpdateShipment,
    returns: OrderShipped,
    extension: true,
    uses: ["table:write"],
  }),
  refundLabel: post("/shipments/{shipmentId}/refund", {
    ...shippingOptions,
    uses: ["table:write", "credentials"],
    summary: "Refund an unused label",
    emits: ["order.shipment_updated", "order.shipment_status_changed"],
    needs: "ADMIN",
    returns: OrderShipped,
    extension: true,
  }),
});

export const shippingProviders = routes(
  "commerce/shipping",
  "/v1/stores/{storeId}/shipping-providers",
  "store",
  {
    listShippingProviders: get("", {
      summary: "Shipping providers of a store",
      needs: "ADMIN",
      returns: ShippingProviderList,
      extension: true,
      uses: ["table:read", "secrets"],
    }),
    createShippingProvider: post("", {
      summary: "Connect a shipping provider",
      description: "The API checks the token with the provider, stores it sealed and never shows it.",
      needs: "ADMIN",
      body: CreateShippingProvider,
      returns: ShippingProviderView,
      status: 201,
      uses: ["table:write", "secrets", "credentials"],
      timeout,
      extension: true,
    }),
    deleteShippingProvider: del("/{shippingProviderId}", {
      summary: "Disconnect a shipping provider",
      needs: "ADMIN",
      returns: Deleted,
      extension: true,
    }),
  },
);

export const publicShipping = routes("commerce/shipping", "/v1", {
  receiveTracking: post("/shipping/{provider}/webhook/{callbackToken}", {
    summary: "Callback of a shipping provider about a parcel",
    needs: "none",
    unnamed: true,
    bodyKind: "raw",
    returns: z.object({ received: z.literal(true) }),
    errors: [GENERAL.NOT_FOUND, GENERAL.BAD_REQUEST],
    emits: SHIPMENT_EVENTS,
    uses: ["table:write", "secrets", "credentials"],
    timeout,
    extension: true,
  }),
  getLabel: get("/labels/{labelToken}", {
    summary: "A bought label as PDF",
    needs: "none",
    unnamed: true,
    returns: "bytes",
    produces: "application/pdf",
    errors: [GENERAL.NOT_FOUND],
    uses: ["media:read", "secrets"],
    extension: true,
  }),
});

export const shippingWorkers = workers("commerce/shipping", {
  lookUpLabel: {
    summary: "Looks up labels whose purchase was not answered",
    trigger: { kind: "queue", message: LookUpLabel },
    emits: ["order.shipment_created", "order.shipment_updated"],
    uses: ["table:write", "secrets", "credentials", "media:write"],
    timeout: 60,
  },
});
