import { expect, test } from "vitest";
import * as z from "zod";
import type { Operation } from "#core/http/contract.ts";
import { isList } from "#core/http/unknown-parameters.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { media } from "#functions/content/media/routes.ts";
import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { publications } from "#functions/engagement/social/routes.ts";
import { conversations } from "#functions/engagement/support/routes.ts";
import { operations } from "#functions/manifest.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { exampleParameters } from "#test/support/fixtures.ts";
import { type FurnishedStore, furnish, paramsOf } from "#test/support/furnish.ts";
import { drawing, formOf } from "#test/support/media.ts";
import { addSubscribers, openNewsletter } from "#test/support/newsletter.ts";
import { connectSandbox } from "#test/support/social.ts";
import { makeAgent } from "#test/support/support.ts";
import { eventually, newEmail } from "#test/support/world.ts";

const ListPage = z.object({ items: z.array(z.unknown()), cursor: z.string().nullable() });
/** Enough records for a second page. */
const RECORD_NUMBERS = [1, 2, 3];
const UNMATCHED_FILTERS = ["nobody_has_this", "---"];
const MAX_PAGES = 8;

/** Creates several of each record that examples alone can create. */
async function createSeveral(store: FurnishedStore): Promise<Record<string, string>> {
  const { id: storeId, owner: as } = store;
  const params = { storeId };
  const url = `${process.env.PUBLIC_URL}/_local/webhooks/${storeId}`;
  const hook = await ok(webhooks.createWebhook, { params, as, body: { url, events: ["*"], enabled: true } });
  const form = await ok(forms.createForm, { params, as, body: { key: "paged", schema: [] } });
  const account = await connectSandbox(store);
  const newsletter = await openNewsletter();
  await addSubscribers(
    newsletter,
    RECORD_NUMBERS.map(() => newEmail()),
  );
  const raw = formOf(RECORD_NUMBERS.map((at) => ({ name: `${at}.svg`, bytes: drawing(100 + at, 80) })));
  const [picture] = await ok(media.createMedia, { params, as, raw });
  const blocks = [{ key: "picture", type: "RELATIONSHIP_MEDIA" as const, value: [`media:${picture?.id}`] }];
  for (const at of RECORD_NUMBERS) {
    const content = { text: `Post ${at}` };
    await ok(publications.createPublication, {
      params,
      as,
      body: { social_account_id: account.id, content },
    });
    await ok(products.createProduct, { params, as, body: { key: `paged-${at}`, blocks } });
    await ok(promoCodes.createPromoCode, {
      params,
      as,
      body: { code: `PAGED${at}`, discounts: [], conditions: [] },
    });
    await ok(forms.submitForm, {
      params: { storeId, formId: form.id },
      body: { form_id: form.id, fields: [] },
    });
    await ok(conversations.startConversation, { params, body: {} });
    await makeAgent(store, undefined, `paged-${at}`);
  }
  return {
    webhookId: hook.id,
    formId: form.id,
    mediaId: picture?.id ?? "",
    businessId: newsletter.businessId,
    collectionId: newsletter.collectionId,
    token: newsletter.owner.token,
  };
}

/** The items of pages with one item each. */
async function pagesOfOne(operation: Operation, request: object): Promise<unknown[]> {
  const items: unknown[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query: Record<string, string> = {
      ...exampleParameters(operation),
      limit: "1",
      ...(cursor ? { cursor } : {}),
    };
    const reply = await call(operation, { ...request, query });
    expect([operation.id, reply.status]).toEqual([operation.id, 200]);
    const { items: more, cursor: next } = ListPage.parse(reply.body);
    expect(more.length, operation.id).toBeLessThanOrEqual(1);
    items.push(...more);
    cursor = next;
    if (cursor === null) break;
  }
  return items;
}

test("pages of one item have the same items in the same order as one large page", async () => {
  const store = await furnish();
  const { businessId = "", collectionId = "", token = "", ...made } = await createSeveral(store);
  const ids = { ...store.ids, ...made };
  await eventually(async () => {
    const { items } = await ok(webhooks.listWebhookAttempts, {
      params: { storeId: store.id, webhookId: ids.webhookId ?? "" },
      as: store.owner,
    });
    return items.length > 3;
  }, "deliveries");
  const lists = operations.filter(
    ({ query }) => query instanceof z.ZodObject && "limit" in query.shape && "cursor" in query.shape,
  );
  const paged: string[] = [];
  for (const operation of lists) {
    const isOther = operation.id === "listSubscribers";
    const params = paramsOf(operation, isOther ? { ...ids, businessId, collectionId } : ids);
    const request = { params, as: isOther ? { token } : store.callerOf(operation) };
    const query = { ...exampleParameters(operation), limit: "100" };
    const { status, body } = await call(operation, { ...request, query });
    // Lists of events grow meanwhile, and have a test of their own.
    if (status >= 400 || operation.id.endsWith("Events")) continue;
    const { items } = ListPage.parse(body);
    if (items.length > 1) paged.push(operation.id);
    if (operation.id === "listWebhookAttempts")
      expect((await pagesOfOne(operation, request)).length).toBeGreaterThan(1);
    else expect(await pagesOfOne(operation, request), operation.id).toEqual(items.slice(0, MAX_PAGES));
  }
  const wanted = [
    ...["listSessions", "listBusinessMedia", "listConversations", "listPromoCodes", "listPublications"],
    ...["listSubmissions", "listSubscribers", "listSupportAgents", "listWebhookAttempts", "getMediaUsage"],
  ];
  expect(paged).toEqual(expect.arrayContaining(wanted));
});

test("every list reports ignored parameters, and refuses them in strict mode", async () => {
  const store = await furnish();
  const { businessId = "", collectionId = "", token = "", ...made } = await createSeveral(store);
  const ids = { ...store.ids, ...made };
  const problems: string[] = [];
  for (const operation of operations.filter(isList)) {
    const isOther = operation.id === "listSubscribers";
    const params = paramsOf(operation, isOther ? { ...ids, businessId, collectionId } : ids);
    const request = { params, as: isOther ? { token } : store.callerOf(operation) };
    const known = exampleParameters(operation);
    const plain = await call(operation, { ...request, query: { ...known, utm_source: "mail", _ga: "1" } });
    if (plain.status >= 400) continue;
    expect(plain.headers.get("ignored-parameters"), operation.id).toBeNull();
    expect(plain.body, operation.id).not.toHaveProperty("ignored_parameters");
    const query = { ...known, limt: "1", bé: "2" };
    const ignored = await call(operation, { ...request, query });
    if (operation.strict) {
      expect([operation.id, ignored.status]).toEqual([operation.id, 400]);
      continue;
    }
    expect(ignored.headers.get("ignored-parameters"), operation.id).toBe("limt, b%C3%A9");
    if (operation.returns instanceof z.ZodObject && "ignored_parameters" in operation.returns.shape)
      expect(ignored.body, operation.id).toHaveProperty("ignored_parameters", ["limt", "bé"]);
    const isPaged = operation.query instanceof z.ZodObject && "limit" in operation.query.shape;
    const headers = { prefer: 'respond-async, handling="strict"' };
    const {
      status,
      error,
      body,
      headers: replied,
    } = await refused(operation, { ...request, query, headers });
    expect([operation.id, status, error]).toEqual([operation.id, 400, "GENERAL.VALIDATION_FAILED"]);
    expect(body.validationErrors[0], operation.id).toEqual({
      field: "limt",
      message: `is not a known parameter${isPaged ? ". Did you mean limit?" : ""}`,
      error: "FIELD.UNKNOWN",
    });
    expect(body.validationErrors.map(({ field }) => field)).toEqual(["limt", "bé"]);
    expect(replied.get("preference-applied")).toBe("handling=strict");
    problems.push(operation.id);
  }
  expect(problems.length).toBeGreaterThan(30);
  expect(problems).toEqual(
    expect.arrayContaining(["listOrders", "listForms", "listSubmissions", "listMarkets", "listPlans"]),
  );
});

test("no list ignores a filter whose value matches nothing", async () => {
  const store = await furnish();
  const { businessId = "", collectionId = "", token = "", ...made } = await createSeveral(store);
  const ids = { ...store.ids, ...made };
  const tried: string[] = [];
  const all: string[] = [];
  for (const operation of operations.filter(isList)) {
    const isOther = operation.id === "listSubscribers";
    const params = paramsOf(operation, isOther ? { ...ids, businessId, collectionId } : ids);
    const request = { params, as: isOther ? { token } : store.callerOf(operation) };
    const found = async (query: object) => {
      const asked = { ...exampleParameters(operation), ...query };
      const { status, body } = await call(operation, { ...request, query: asked });
      const { items = body } = Object(body);
      return status < 400 && Array.isArray(items) ? items.length : 0;
    };
    if ((await found({})) === 0) continue;
    const { query } = operation;
    // A search queries each of its words.
    const names =
      query instanceof z.ZodObject ? Object.keys(query.shape).filter((name) => name !== "query") : [];
    for (const [name, value] of names.flatMap((each) =>
      UNMATCHED_FILTERS.map((value) => [each, value] as const),
    )) {
      tried.push(`${operation.id} ${name}`);
      if ((await found({ [name]: value })) > 0) all.push(`${operation.id} ${name}=${value}`);
    }
  }
  expect(tried).toEqual(expect.arrayContaining(["listOrders payment_statuses", "listCustomers phone"]));
  expect(all).toEqual([]);
});
