import { beforeAll, expect, test } from "vitest";
import { orders } from "#functions/commerce/orders/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { operations } from "#functions/manifest.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { call, refused } from "#test/support/client.ts";
import { exampleParameters, slotsOf } from "#test/support/fixtures.ts";
import { BERLIN, openShop } from "#test/support/shop.ts";
import { newEmail } from "#test/support/world.ts";
import { RECIPES } from "./every-field/recipes.ts";
import { paramsFor, requestsOf, SEEDS, takesJson, wholeBody } from "./every-field/requests.ts";
import { openWorld, type World } from "./every-field/world.ts";

const STRICT = { prefer: "handling=strict" };

/** Operations that came with customers and their lists. */
const NEWER = [
  ...["listCustomers", "createCustomer", "getCustomer", "updateCustomer", "tagCustomers", "mergeCustomers"],
  ...["addCustomerNote", "deleteCustomerNote", "addCustomerConsent", "getCustomerTimeline"],
  ...["changeOrders", "getOrderSlips", "tagOrder", "addOrderNote", "deleteOrderNote", "mailOrder"],
  ...["mailReservation", "getToday", "getSetup", "listInvitations", "withdrawInvitation"],
  "withdrawOwnConsent",
];

const made = operations.filter(takesJson).filter(({ id }) => id in RECIPES);

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

test.each(made.map((operation) => [operation.id, operation] as const))(
  "%s names just the fields of its body that it does not know, and refuses none",
  async (id, operation) => {
    const [seed = 1] = SEEDS;
    const [asked = {}] = await requestsOf(world, RECIPES[id] ?? {}, seed);
    const params = await paramsFor(world, operation, asked, seed);
    const { body } = wholeBody(world, operation, asked.body, params, seed);
    const as = asked.as ?? world.callerOf(operation);
    const raw = JSON.stringify({ ...Object(body), nmae: "a", _note: 1, utm_source: "mail" });
    const query = exampleParameters(operation);
    const { status, headers } = await call(operation, { params, as, query, raw, headers: STRICT });
    expect([status, headers.get("ignored-parameters")]).toEqual([operation.status, "nmae"]);
  },
);

test("unknown fields inside lists, unions and renamed objects are named by their path", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const as = shop.owner;
  const ignored = async (operation: (typeof operations)[number], more: object, body: object) => {
    const raw = JSON.stringify(body);
    const { status, headers } = await call(operation, { params: { ...params, ...more }, as, raw });
    expect(status, operation.id).toBeLessThan(300);
    return (headers.get("ignored-parameters") ?? "").split(", ").map(decodeURIComponent);
  };
  const { mug } = shop;
  const items = [{ ...mug, quantity: 1, colour: "red" }];
  const { postal_code: postalCode, ...where } = BERLIN;
  const shipping_address = { ...where, postalCode, stret: "x" };
  const order = { email: newEmail(), market: "eu", payment_method_key: "cash", items, shipping_address };
  expect(await ignored(orders.createOrder, {}, { ...order, itmes: [] })).toEqual([
    "items[0].colour",
    "shipping_address.stret",
    "itmes",
  ]);
  const variants = ["a", "b"].map((sku) => ({ sku, wieght: 1 }));
  expect(await ignored(products.createProduct, {}, { key: "pair", variants })).toEqual([
    "variants[0].wieght",
  ]);
  const code = {
    code: "TENOFF",
    discounts: [{ type: "items_percentage", market_id: "eu", bps: 1000, percent: 10 }],
    conditions: [],
  };
  expect(await ignored(promoCodes.createPromoCode, {}, code)).toEqual(["discounts[0].percent"]);
  const form = { key: "survey", schema: [{ type: "text", key: "name", required: true, hint: "?" }] };
  expect(await ignored(forms.createForm, {}, form)).toEqual(["schema[0].hint"]);
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`é${at}${"é".repeat(70)}`, at]));
  const named = await ignored(customers.createCustomer, {}, { name: "Anna", ...many });
  expect(named.length).toBe(20);
  expect(named.every((name) => name.length === 64)).toBe(true);
});

test.each(NEWER)("%s refuses an unknown parameter without being asked", async (id) => {
  const operation = operations.find((each) => each.id === id);
  if (!operation) throw new Error(`There is no ${id}.`);
  const params = Object.fromEntries(slotsOf(operation).map((slot) => [slot, world.ids[slot] ?? "none"]));
  const query = { ...exampleParameters(operation), nmae: "1" };
  const answer = await refused(operation, { params, as: world.callerOf(operation), query });
  expect(answer.status).toBe(400);
  expect(answer.body.validationErrors).toMatchObject([{ field: "nmae", error: "FIELD.UNKNOWN" }]);
});
