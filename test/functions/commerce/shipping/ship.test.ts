import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import type { Operation } from "#core/http/contract.ts";
import { orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import {
  orderShipping,
  publicShipping,
  shippingProviders,
  shippingWorkers,
} from "#functions/commerce/shipping/routes.ts";
import type { BuyerOrder, OrderView } from "#lib/commerce/orders/view-schema.ts";
import { lookUpLabel } from "#lib/commerce/shipping/purchase.ts";
import { type OrderShipped, ShippingRate } from "#lib/commerce/shipping/schema.ts";
import { connections, rates } from "#lib/commerce/shipping/table.ts";
import { waitForEvents } from "#test/support/announced-events.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { BY_CASH, checkout, eventTypesOf, labelFor, PARCEL, SENDER, stockOf } from "#test/support/orders.ts";
import { SHIPPO_TOKEN, startShippo } from "#test/support/shippo.ts";
import { BERLIN, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { member, openStore, workerContext } from "#test/support/world.ts";

let shippo: Awaited<ReturnType<typeof startShippo>>;
beforeAll(async () => {
  shippo = await startShippo();
  process.env.SHIPPO_URL = shippo.url;
});
afterAll(() => shippo.stop());

async function placeOrder(quantity = 2): Promise<{
  shop: Shop;
  order: OrderView;
  orderId: string;
  itemId: string;
  params: { storeId: string; orderId: string };
  seen: () => Promise<BuyerOrder["shipments"]>;
}> {
  const shop = await openShop({ units: 10 });
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity }]);
  const { order_id } = await checkout(shop.id, buyer, BY_CASH);
  const params = { storeId: shop.id, orderId: order_id };
  const order = await ok(orders.getOrder, { params, as: shop.owner });
  const seen = async () => (await ok(storefrontOrders.getOwnOrder, { params, as: buyer.as })).shipments;
  return { shop, order, orderId: order_id, itemId: order.items[0]?.id ?? "", params, seen };
}

async function quoteRate({
  shop,
  params,
}: Pick<Awaited<ReturnType<typeof placeOrder>>, "shop" | "params">): Promise<string> {
  const body = { parcel: PARCEL, from_address: SENDER };
  const { rates } = await ok(orderShipping.quoteRates, { params, as: shop.owner, body });
  return rates[0]?.id ?? "";
}

const orderOf = ({ shop, params }: { shop: Shop; params: { storeId: string; orderId: string } }) =>
  ok(orders.getOrder, { params, as: shop.owner });

test("the sandbox prices by weight and zone, and its label is a PDF with its own URL", async () => {
  const made = await placeOrder();
  const { shop, params, itemId } = made;
  const body = { order_id: params.orderId, parcel: PARCEL, fromAddress: SENDER, toAddress: BERLIN } as never;
  const { rates } = await ok(orderShipping.quoteRates, { params, as: shop.owner, body });
  expect(rates.map(({ service, amount, currency }) => [service, amount, currency])).toEqual([
    ["sandbox_standard", 590, "EUR"],
    ["sandbox_express", 1475, "EUR"],
  ]);
  const lines = [
    { order_item_id: itemId, quantity: 1 },
    { orderItemId: itemId, quantity: 1 },
  ] as never;
  const shipped = await ok(orderShipping.shipOrder, {
    params,
    as: shop.owner,
    body: { ...labelFor(made.order, "", 2), rate_id: undefined, rateId: rates[0]?.id, lines } as never,
  });
  expect(shipped).toMatchObject({ shipmentId: shipped.shipment_id, trackingNumber: shipped.tracking_number });
  expect(shipped.shipment).toMatchObject({
    status: "label_created",
    label_status: "purchased",
    lines: [{ quantity: 2 }],
  });
  const label = await fetch(shipped.label_url ?? "");
  expect(label.headers.get("content-type")).toBe("application/pdf");
  expect(
    Buffer.from(await label.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  expect((await fetch(`${shipped.label_url}x`)).status).toBe(404);
  expect((await orderOf(made)).fulfillment_status).toBe("fulfilled");
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 8, reserved: 0 });
  expect(await eventTypesOf(shop.id, params.orderId)).toContain("order.shipment_created");
});

test("a rate is one shipment: other lines are a conflict, and another order's rate is refused", async () => {
  const made = await placeOrder();
  const { shop, params } = made;
  const rate_id = await quoteRate(made);
  const body = labelFor(made.order, rate_id, 1);
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => call(orderShipping.shipOrder, { params, as: shop.owner, body })),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(201));
  expect((await orderOf(made)).shipments).toHaveLength(1);
  const other = labelFor(made.order, rate_id, 2);
  expect(await refused(orderShipping.shipOrder, { params, as: shop.owner, body: other })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("Ask for new rates") },
  });
  const second = await placeOrder();
  expect(
    await refused(orderShipping.shipOrder, {
      params: second.params,
      as: second.shop.owner,
      body: labelFor(second.order, rate_id, 1),
    }),
  ).toMatchObject({ status: 400, body: { validationErrors: [{ field: "rate_id" }] } });
});

test("a rate that another request claims meanwhile answers that request's shipment", async () => {
  const made = await placeOrder();
  const { shop, params } = made;
  const rate_id = await quoteRate(made);
  const body = labelFor(made.order, rate_id, 1);
  const { find } = rates;
  const read = vi.spyOn(rates, "find").mockImplementationOnce(async (...key) => {
    await ok(orderShipping.shipOrder, { params, as: shop.owner, body });
    return find(...key);
  });
  const reply = await invokeDirect(orderShipping.shipOrder, {
    params,
    token: shop.owner.token,
    body: JSON.stringify(body),
  });
  read.mockRestore();
  expect(reply.status, reply.body).toBe(201);
  expect((await orderOf(made)).shipments).toHaveLength(1);
});

test("nothing is shipped beyond what is bought, not cancelled and not sent", async () => {
  const made = await placeOrder(3);
  const { shop, params, itemId } = made;
  await ok(orders.updateOrder, {
    params,
    as: shop.owner,
    body: { items: [{ id: itemId, cancel_quantity: 1 }] },
  });
  const ship = async (quantity: number) =>
    call(orderShipping.shipOrder, {
      params,
      as: shop.owner,
      body: labelFor(made.order, await quoteRate(made), quantity),
    });
  expect((await ship(3)).status).toBe(400);
  expect((await ship(1)).status).toBe(201);
  expect((await ship(2)).status).toBe(400);
  expect((await ship(1)).status).toBe(201);
  expect((await ship(1)).status).toBe(400);
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 8, reserved: 0 });
});

test("refunding a label reopens its lines once", async () => {
  const made = await placeOrder(2);
  const { shop, params } = made;
  const body = labelFor(made.order, await quoteRate(made), 2);
  const { shipment_id } = await ok(orderShipping.shipOrder, { params, as: shop.owner, body });
  const place = { ...params, shipmentId: shipment_id };
  await Promise.all([1, 2, 3].map(() => ok(orderShipping.refundLabel, { params: place, as: shop.owner })));
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 8, reserved: 2 });
  expect((await orderOf(made)).items[0]).toMatchObject({
    fulfilled_quantity: 0,
    fulfillment_status: "unfulfilled",
  });
  expect(await made.seen()).toMatchObject([{ id: shipment_id, status: "cancelled" }]);
  const again = labelFor(made.order, await quoteRate(made), 2);
  expect((await ok(orderShipping.shipOrder, { params, as: shop.owner, body: again })).shipment.status).toBe(
    "label_created",
  );
});

test("a manual change of a shipment is announced once, and permissions are checked", async () => {
  const made = await placeOrder(1);
  const { shop, params } = made;
  const body = labelFor(made.order, await quoteRate(made), 1);
  const { shipment_id } = await ok(orderShipping.shipOrder, { params, as: shop.owner, body });
  const place = { ...params, shipmentId: shipment_id };
  const change = (body: object) => ok(orderShipping.updateShipment, { params: place, as: shop.owner, body });
  for (const status of ["out_for_delivery", "returned", "failed"]) {
    expect((await change({ status })).shipment.status).toBe(status);
    expect(await made.seen()).toMatchObject([{ status }]);
  }
  const moved = async () =>
    (await eventTypesOf(shop.id, params.orderId)).filter((type) => /^order\.shipment_(?!created)/.test(type));
  await change({ status: "in_transit" });
  const told = await moved();
  expect(told.toSorted()).toEqual(
    [
      ...Array.from({ length: 4 }, () => ["order.shipment_updated", "order.shipment_status_changed"]).flat(),
      "order.shipment_out_for_delivery",
      "order.shipment_returned",
      "order.shipment_failed",
      "order.shipment_in_transit",
    ].toSorted(),
  );
  await change({ tracking_number: "X0" });
  expect((await moved()).toSorted()).toEqual([...told, "order.shipment_updated"].toSorted());
  const changed = await change({ status: "DELIVERED", tracking_number: "X1" });
  expect(await moved()).toContain("order.shipment_delivered");
  expect(changed.shipment).toMatchObject({ status: "delivered", tracking_number: "X1" });
  expect(await made.seen()).toMatchObject([{ status: "delivered", tracking_number: "X1" }]);
  expect((await call(orderShipping.refundLabel, { params: place, as: shop.owner })).status).toBe(400);
  const [viewer, writer] = [await member(shop.id, "viewer"), await member(shop.id, "member")];
  expect((await refused(orderShipping.shipOrder, { params, as: viewer, body })).status).toBe(403);
  const connect = { params: { storeId: shop.id }, as: writer, body: { type: "sandbox" as const } };
  expect((await refused(shippingProviders.createShippingProvider, connect)).status).toBe(403);
});

/** Calls a handler in this process, where Shippo's URL is that of the stand-in. */
async function callHere(
  operation: Operation,
  as: { token: string } | undefined,
  params: Record<string, string>,
  body: object,
) {
  const reply = await invokeDirect(operation, {
    params,
    body: JSON.stringify(body),
    ...(as ? { token: as.token } : {}),
  });
  return { status: reply.status, body: JSON.parse(reply.body) };
}

async function openWithShippo() {
  const made = await placeOrder(2);
  const { shop, params } = made;
  const as = shop.owner;
  const connected = await callHere(
    shippingProviders.createShippingProvider,
    as,
    { storeId: shop.id },
    { type: "shippo", api_token: SHIPPO_TOKEN },
  );
  expect(connected.status).toBe(201);
  const rates = async () => {
    const reply = await callHere(orderShipping.quoteRates, as, params, {
      parcel: PARCEL,
      from_address: SENDER,
    });
    expect(reply.status).toBe(200);
    return z.array(ShippingRate).parse(reply.body.rates);
  };
  const ship = async (rate_id: string, quantity = 2, by: Operation = orderShipping.shipOrder) =>
    callHere(by, as, params, labelFor(made.order, rate_id, quantity));
  const look = (rate_id: string, looks: number) =>
    lookUpLabel(workerContext(shippingWorkers.lookUpLabel), {
      store_id: shop.id,
      order_id: params.orderId,
      rate_id,
      looks,
    });
  return { ...made, connected: connected.body as { webhook_url: string }, rates, ship, look };
}

test("Shippo's amounts become minor units, and its token is never shown or stored in clear", async () => {
  const { shop, rates, connected, params } = await openWithShippo();
  const before = shippo.calls();
  const found = await rates();
  expect(shippo.calls() - before).toBe(1);
  expect(
    found.map(({ carrier, amount, estimated_days, display_name }) => [
      carrier,
      amount,
      estimated_days,
      display_name,
    ]),
  ).toEqual([
    ["USPS", 550, 2, "USPS Priority Mail"],
    ["USPS", 2000, 1, "USPS Express"],
  ]);
  expect(JSON.stringify(connected)).not.toContain(SHIPPO_TOKEN);
  const { records } = await connections.query(connections.partition({ store_id: shop.id }));
  expect(JSON.stringify(records)).not.toContain(SHIPPO_TOKEN);
  const bad = await callHere(
    shippingProviders.createShippingProvider,
    shop.owner,
    { storeId: shop.id },
    { type: "shippo", api_token: "wrong" },
  );
  expect([bad.status, JSON.stringify(bad.body)]).toEqual([400, expect.stringContaining("API token")]);
  const abroad = {
    parcel: PARCEL,
    from_address: SENDER,
    to_address: { ...BERLIN, state: "ON", country: "US" },
  };
  const none = await callHere(orderShipping.quoteRates, shop.owner, params, abroad);
  expect(none.body).toEqual({ rates: [], messages: ["UPS: Customs are needed."] });
});

test.each([
  ["ship", orderShipping.shipOrder],
  ["shipments", orderShipping.sendParcel],
])("a label that the carrier refuses (%s) is reported in its words; another rate works", async (_, by) => {
  const made = await openWithShippo();
  const [first, second] = await made.rates();
  shippo.faults.push("refuse");
  const refusal = await made.ship(first?.id ?? "", 2, by);
  expect([refusal.status, JSON.stringify(refusal.body)]).toEqual([
    400,
    expect.stringContaining("postcode is not served"),
  ]);
  expect(await stockOf(made.shop.id, made.shop.mug)).toEqual({ available: 8, reserved: 2 });
  expect((await made.ship(first?.id ?? "", 2, by)).status).toBe(400);
  const shipped = await made.ship(second?.id ?? "", 2, by);
  expect(shipped.status).toBe(201);
  const { tracking_url, shipment_id } = shipped.body as OrderShipped;
  expect(tracking_url).toContain("tools.usps.com");
  const shipments = await made.seen();
  expect(shipments.map(({ id, status }) => [id === shipment_id, status])).toEqual([
    [false, "failed"],
    [true, "label_created"],
  ]);
  expect(shipments[1]).toMatchObject({ tracking_url });
});

test.each(["after", "before", "queue"] as const)(
  "a rate whose purchase fails (%s) is looked up, and bought at most once",
  async (fault) => {
    const made = await openWithShippo();
    const [rate] = await made.rates();
    const before = shippo.bought.length;
    shippo.faults.push(fault);
    const unknown = await made.ship(rate?.id ?? "");
    expect([unknown.status, (unknown.body as OrderShipped).label_url]).toEqual([201, null]);
    expect(await made.seen()).toMatchObject([{ status: "pending" }]);
    await Promise.all([1, 2, 3].map(() => made.ship(rate?.id ?? "")));
    const mine = shippo.bought.slice(before);
    expect(mine).toHaveLength(fault === "before" ? 0 : 1);
    if (fault === "queue" && mine[0]) mine[0].status = "SUCCESS";
    shippo.down(true);
    await made.look(rate?.id ?? "", 3);
    expect((await orderOf(made)).shipments[0]?.label_status).toBe("unknown");
    await waitForEvents(made.shop, shippingWorkers.lookUpLabel, ["order.shipment_updated"]);
    shippo.down(false);
    await Promise.all([made.look(rate?.id ?? "", 3), made.look(rate?.id ?? "", 3)]);
    const [shipment] = (await orderOf(made)).shipments;
    expect(shipment?.label_status).toBe(fault === "before" ? "failed" : "purchased");
    expect(await stockOf(made.shop.id, made.shop.mug)).toEqual({
      available: 8,
      reserved: fault === "before" ? 2 : 0,
    });
    expect(shippo.bought.slice(before)).toHaveLength(fault === "before" ? 0 : 1);
  },
);

test("a callback moves a parcel only as far as the carrier itself says", async () => {
  const made = await openWithShippo();
  const [rate] = await made.rates();
  const number = ((await made.ship(rate?.id ?? "")).body as OrderShipped).tracking_number ?? "";
  const callbackToken = made.connected.webhook_url.split("/").at(-1) ?? "";
  const tell = (token = callbackToken) =>
    callHere(
      publicShipping.receiveTracking,
      undefined,
      { provider: "shippo", callbackToken: token },
      {
        event: "track_updated",
        data: { tracking_number: number, carrier: "usps", tracking_status: { status: "DELIVERED" } },
      },
    );
  expect(await tell()).toEqual({ status: 200, body: { received: true } });
  expect((await orderOf(made)).shipments[0]?.status).toBe("label_created");
  shippo.tracks.set(number, "TRANSIT");
  await tell();
  expect((await orderOf(made)).shipments[0]?.status).toBe("in_transit");
  shippo.tracks.set(number, "PRE_TRANSIT");
  await tell();
  expect((await orderOf(made)).shipments[0]?.status).toBe("in_transit");
  shippo.tracks.set(number, "DELIVERED");
  await tell();
  expect((await orderOf(made)).shipments[0]?.status).toBe("delivered");
  expect(await eventTypesOf(made.shop.id, made.orderId)).toEqual(
    expect.arrayContaining(["order.shipment_in_transit", "order.shipment_delivered"]),
  );
  shippo.tracks.set(number, "RETURNED");
  await tell();
  expect(await eventTypesOf(made.shop.id, made.orderId)).toContain("order.shipment_returned");
  expect((await tell(`${callbackToken}x`)).status).toBe(404);
});

test("a parcel that could not be delivered is announced as such", async () => {
  const made = await openWithShippo();
  const [rate] = await made.rates();
  const number = ((await made.ship(rate?.id ?? "")).body as OrderShipped).tracking_number ?? "";
  const callbackToken = made.connected.webhook_url.split("/").at(-1) ?? "";
  shippo.tracks.set(number, "FAILURE");
  const body = { event: "track_updated", data: { tracking_number: number } };
  await callHere(publicShipping.receiveTracking, undefined, { provider: "shippo", callbackToken }, body);
  expect(await eventTypesOf(made.shop.id, made.orderId)).toEqual(
    expect.arrayContaining(["order.shipment_status_changed", "order.shipment_failed"]),
  );
});

test("a disconnected provider is not listed any more", async () => {
  const shop = await openStore();
  const store = { params: { storeId: shop.id }, as: shop.owner };
  await ok(shippingProviders.createShippingProvider, { ...store, body: { type: "sandbox" } });
  const { items } = await ok(shippingProviders.listShippingProviders, store);
  expect(items.map(({ type }) => type)).toEqual(["sandbox"]);
  for (const { id } of items) {
    const own = { params: { ...store.params, shippingProviderId: id }, as: shop.owner };
    expect(await ok(shippingProviders.deleteShippingProvider, own)).toMatchObject({ deleted: true });
    expect((await refused(shippingProviders.deleteShippingProvider, own)).status).toBe(404);
    const endless = { ...own, params: { ...own.params, shippingProviderId: "é".repeat(600) } };
    expect((await refused(shippingProviders.deleteShippingProvider, endless)).status).toBe(404);
  }
  expect((await ok(shippingProviders.listShippingProviders, store)).items).toEqual([]);
});

test("a shipment names its rate, carrier, service, location and lines, or what is missing", async () => {
  const { shop, params } = await placeOrder();
  const reply = await refused(orderShipping.shipOrder, { params, as: shop.owner, body: {} as never });
  expect(reply.status).toBe(400);
  expect(reply.body.validationErrors.map(({ field, error }) => [field, error])).toEqual(
    ["rate_id", "carrier", "service", "location_id", "lines"].map((field) => [
      field,
      "FIELD.REQUIRED_MISSING",
    ]),
  );
});

test("an unknown provider and incomplete addresses are named when rates are refused", async () => {
  const { shop, params } = await placeOrder();
  const unknown = { parcel: PARCEL, from_address: SENDER, shipping_provider_id: "shpr_unknown" };
  const rates = (body: object) =>
    refused(orderShipping.quoteRates, { params, as: shop.owner, body } as never);
  expect(await rates(unknown)).toMatchObject({
    status: 404,
    error: "GENERAL.NOT_FOUND",
    body: { message: "Shipping provider shpr_unknown was not found in this store." },
  });
  const to_address = { name: "A", street1: "1 Main St", city: "Springfield", country: "US" };
  const short = await rates({ parcel: PARCEL, from_address: SENDER, to_address });
  expect(short.status).toBe(400);
  expect(short.body.validationErrors.map(({ field }) => field)).toEqual([
    "to_address.state",
    "to_address.postal_code",
  ]);
});
