import { beforeAll, describe, expect, test } from "vitest";
import { CACHE_SECONDS } from "#core/dynamo/cache.ts";
import { isTenantSlot, type Operation } from "#core/http/contract.ts";
import { newId } from "#core/id.ts";
import { reservations } from "#functions/booking/reservations/routes.ts";
import { forms, storefrontForms } from "#functions/content/forms/routes.ts";
import { newsletters } from "#functions/delivery/newsletters/routes.ts";
import { operations } from "#functions/manifest.ts";
import { payments } from "#functions/money/payments/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { call, ok } from "#test/support/client.ts";
import { FUTURE } from "#test/support/dates.ts";
import { exampleParameters, slotsOf } from "#test/support/fixtures.ts";
import { guest, member, openStore, type TestStore, visitorOf } from "#test/support/world.ts";

const PUBLIC_NEEDS = ["none", "public", "visitor", "person"];
/** Public operations of a tenant that is named in the path. */
const publicOps = operations.filter(
  (operation) => PUBLIC_NEEDS.includes(operation.needs) && slotsOf(operation).some(isTenantSlot),
);
const closableOps = publicOps.filter(({ worksWhileClosed }) => !worksWhileClosed);
/** Skips a test for operations that its title is not about. */
const testIf = (applies: boolean) => (applies ? test : () => undefined);
const later = () => Math.floor(Date.now() / 1000) + CACHE_SECONDS + 1;

interface ClosedStore extends TestStore {
  visitor: { token: string };
}
const closedStores: Record<string, ClosedStore> = {};
let someone: { token: string };

beforeAll(async () => {
  someone = await guest();
  for (const status of ["DRAFT", "ARCHIVED"] as const) {
    const store = await openStore();
    const visitor = await visitorOf(store.id);
    await ok(stores.updateStore, { params: { storeId: store.id }, body: { status }, as: store.owner });
    closedStores[status] = { ...store, visitor };
  }
});

async function ask(operation: Operation, tenantId: string, as: { token: string } | undefined) {
  const params = Object.fromEntries(
    slotsOf(operation).map((slot) => [slot, isTenantSlot(slot) ? tenantId : newId("none")]),
  );
  const raw = operation.body === undefined ? {} : { raw: "{" };
  const { status, body } = await call(operation, {
    params,
    as,
    query: exampleParameters(operation),
    at: later(),
    ...raw,
  });
  return { status, error: typeof body === "object" && body !== null && "error" in body ? body.error : "" };
}

const missing = ({ family }: Operation) =>
  family === "business"
    ? { status: 400, error: "BUSINESS.NOT_FOUND" }
    : { status: 404, error: "GENERAL.NOT_FOUND" };

describe.each(closableOps.map((operation) => [operation.id, operation] as const))("%s", (_, operation) => {
  const visits = operation.needs === "visitor";
  const publicly = (visitor: { token: string }) =>
    visits ? visitor : operation.needs === "person" ? someone : undefined;

  testIf(!visits)("says of a tenant that is not there that it is not", async () => {
    const nowhere = await ask(operation, newId("store"), publicly(someone));
    expect(nowhere).toEqual(missing(operation));
  });

  test.each(["DRAFT", "ARCHIVED"])("is shut to the public while its tenant is %s", async (status) => {
    const store = closedStores[status];
    if (!store) throw new Error("The store was not made.");
    expect(await ask(operation, store.id, publicly(store.visitor))).toEqual(missing(operation));
  });

  const namesRecord = operation.body === undefined && slotsOf(operation).length > 1;
  // The store interface answers a missing record like a missing store, so the two cannot be told apart.
  const tells = !namesRecord || operation.family === "business";
  testIf(!visits && operation.needs !== "none" && tells)(
    "lets members of a closed tenant through",
    async () => {
      const store = closedStores.ARCHIVED;
      if (!store) throw new Error("The store was not made.");
      const viewer = await member(store.id, "viewer");
      const { error } = await ask(operation, store.id, viewer);
      if (namesRecord) expect(error).not.toBe(missing(operation).error);
      else expect(error).toBe(operation.body === undefined ? "" : "GENERAL.BAD_REQUEST");
    },
  );
});

test("operations that continue while a tenant is closed are listed", () => {
  expect(
    publicOps
      .filter(({ worksWhileClosed }) => worksWhileClosed)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([
    "answerInvitation",
    "askOwnReturn",
    "confirmSubscription",
    "deleteCurrentContact",
    "getBusinessReservation",
    "getCurrentContact",
    "getOrderPayment",
    "getOwnOrder",
    "identifyContact",
    "listOwnOrders",
    "logoutContact",
    "readConversation",
    "requestContactCode",
    "requestStoreCode",
    "sendMessage",
    "showConfirmation",
    "showRenewal",
    "showUnsubscribe",
    "unsubscribe",
    "updateBusinessReservation",
    "verifyContact",
    "verifyStoreCode",
    "withdrawOwnConsent",
  ]);
});

test("paths without a tenant are closed with it: submissions, quotes and bookings", async () => {
  const store = closedStores.ARCHIVED;
  if (!store) throw new Error("The store was not made.");
  const [form] = (await ok(forms.listForms, { params: { storeId: store.id }, as: store.owner, at: later() }))
    .items;
  const formId = form?.id ?? "";
  const submission = { params: { formId }, body: { form_id: formId, fields: [] }, as: store.visitor };
  expect(await call(storefrontForms.submitFormAsVisitor, { ...submission, at: later() })).toMatchObject({
    status: 404,
  });
  const parts = [{ serviceId: "service_1", providerId: "provider_1", startTime: FUTURE }];
  const body = { businessId: store.id, parts };
  const gone = { status: 400, body: { error: "BUSINESS.NOT_FOUND" } };
  expect(await call(payments.quotePayment, { body, at: later() })).toMatchObject(gone);
  expect(await call(reservations.createReservation, { body, as: await guest(), at: later() })).toMatchObject(
    gone,
  );
  const bought = { ...body, paymentMethod: "CASH" as const, email: "grace@example.com" };
  const checkout = { body: bought, as: await guest(), at: later() };
  expect(await call(reservations.checkoutReservation, checkout)).toMatchObject(gone);
});

test("links in the mails of a closed tenant still work", async () => {
  const params = { businessId: closedStores.ARCHIVED?.id ?? "" };
  const reply = await call(newsletters.showUnsubscribe, { params, query: { token: "none" }, at: later() });
  expect(reply.status).not.toBe(404);
  expect(reply.body).not.toMatchObject({ error: "BUSINESS.NOT_FOUND" });
});
