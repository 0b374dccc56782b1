import fc from "fast-check";
import { Webhook as Verifier } from "standardwebhooks";
import { expect, test } from "vitest";
import { DAY } from "#core/seconds.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { businessEvents } from "#functions/delivery/activity/routes.ts";
import { webhooks, webhookTests, webhookWorkers } from "#functions/delivery/webhooks/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { deliverWebhooks } from "#lib/delivery/webhooks/deliver-webhooks.ts";
import { waitForEvents } from "#test/support/announced-events.ts";
import { ok, refused } from "#test/support/client.ts";
import { inspectorAddress, receivedWebhooks } from "#test/support/inspector.ts";
import { eventually, mailTo, member, openStore, type Somebody, workerContext } from "#test/support/world.ts";

const storeWith = async (query = "", body: { events?: string[]; headers?: Record<string, string> } = {}) => {
  const store = await openStore();
  const { name, url } = inspectorAddress(query);
  const params = { storeId: store.id };
  const webhook = await ok(webhooks.createWebhook, { params, as: store.owner, body: { url, ...body } });
  const makeForm = (key: string) => ok(forms.createForm, { params, as: store.owner, body: { key } });
  return { ...store, params, name, url, webhook, makeForm };
};

// Run in parallel: one test waits five seconds for a second attempt.
test.concurrent("a change arrives once, signed so that Standard Webhooks' own library verifies it", async () => {
  const { webhook, name, makeForm, id } = await storeWith("", {
    events: ["form.*"],
    headers: { "X-Shop": "blue" },
  });
  expect(webhook.secret).toMatch(/^whsec_/);
  const form = await makeForm("wholesale");
  const [one] = await eventually(async () => {
    const all = await receivedWebhooks(name);
    return all.length > 0 && all;
  });
  const verified = new Verifier(webhook.secret).verify(one?.body ?? "", one?.headers ?? {});
  expect(verified).toMatchObject({
    type: "form.created",
    business_id: id,
    sequence: 1,
    data: { id: form.id },
  });
  expect(one?.headers).toMatchObject({ "x-shop": "blue", "webhook-id": JSON.parse(one?.body ?? "").id });
  expect(await receivedWebhooks(name)).toHaveLength(1);
});

test.concurrent("a byte flipped anywhere, or a timestamp over five minutes old, is refused", async () => {
  const { webhook, name, makeForm } = await storeWith("", { events: ["form.created"] });
  await makeForm("wholesale");
  const [one] = await eventually(async () => {
    const all = await receivedWebhooks(name);
    return all.length > 0 && all;
  });
  const { headers = {}, body = "" } = one ?? {};
  const verifier = new Verifier(webhook.secret);
  const flipped = (text: string, at: number, bit: number) =>
    text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << bit)) + text.slice(at + 1);
  fc.assert(
    fc.property(
      fc.nat(),
      fc.nat(6),
      fc.constantFrom("body", "webhook-id", "webhook-timestamp", "webhook-signature"),
      (at, bit, part) => {
        const text = part === "body" ? body : (headers[part] ?? "");
        const changed = flipped(text, at % text.length, bit);
        const given = part === "body" ? headers : { ...headers, [part]: changed };
        expect(() => verifier.verify(part === "body" ? changed : body, given)).toThrow();
      },
    ),
    { numRuns: 300 },
  );
  const old = new Date((Number(headers["webhook-timestamp"]) - 301) * 1000);
  const stale = { ...headers, "webhook-timestamp": String(Math.floor(old.getTime() / 1000)) };
  const signature = verifier.sign(headers["webhook-id"] ?? "", old, body);
  expect(() => verifier.verify(body, { ...stale, "webhook-signature": signature })).toThrow(/old/);
});

test.concurrent("the secret is shown once, and during a rotation both secrets verify", async () => {
  const { webhook, params, owner, name, makeForm } = await storeWith("", { events: ["form.created"] });
  const at = { params: { ...params, webhookId: webhook.id }, as: owner };
  expect((await ok(webhooks.getWebhook, at)).secret).not.toContain("whsec_");
  const business = await ok(businesses.getBusiness, { params: { businessId: params.storeId }, as: owner });
  expect(JSON.stringify(business)).not.toContain("whsec_");
  const rotated = await ok(webhooks.rotateWebhookSecret, { ...at, body: {} });
  expect(rotated.secret).not.toBe(webhook.secret);
  await makeForm("wholesale");
  const [one] = await eventually(async () => {
    const all = await receivedWebhooks(name);
    return all.length > 0 && all;
  });
  for (const secret of [webhook.secret, rotated.secret]) {
    expect(new Verifier(secret).verify(one?.body ?? "", one?.headers ?? {})).toBeTruthy();
  }
});

test.concurrent("the business settings and the store's webhooks show the same webhooks", async () => {
  const { webhook, params, owner } = await storeWith();
  const businessId = params.storeId;
  const update = (configs: object) =>
    ok(businesses.updateBusiness, { params: { businessId }, as: owner, body: { configs } });
  const { url } = inspectorAddress();
  const { configs } = await update({ webhookUrl: url, webhookEvents: ["form.created"] });
  expect(configs.webhooks).toHaveLength(2);
  const { items } = await ok(webhooks.listWebhooks, { params, as: owner });
  expect(items.map((each) => each.url)).toEqual([webhook.url, url]);
  const older = { params: { ...params, webhookId: items[1]?.id ?? "" }, as: owner };
  await ok(webhooks.updateWebhook, { ...older, body: { url: `${url}2`, events: ["node.*"] } });
  const changed = await ok(businesses.getBusiness, { params: { businessId }, as: owner });
  expect(changed.configs).toMatchObject({ webhookUrl: `${url}2`, webhookEvents: ["node.*"] });
  await ok(webhooks.deleteWebhook, older);
  expect((await update({})).configs).not.toHaveProperty("webhookUrl");
  await update({ webhookUrl: url });
  await update({ webhookUrl: null });
  expect((await ok(webhooks.listWebhooks, { params, as: owner })).items).toHaveLength(1);
});

test.concurrent("a header that the delivery sets itself is refused by its name", async () => {
  const { id: storeId, owner } = await openStore();
  const body = { url: inspectorAddress().url, headers: { "Webhook-Id": "x" } };
  const { body: answer } = await refused(webhooks.createWebhook, { params: { storeId }, as: owner, body });
  expect(answer.validationErrors).toMatchObject([
    { field: "headers.Webhook-Id", message: "is set by the delivery itself" },
  ]);
});

test.concurrent("only an ADMIN of a store sees its webhooks", async () => {
  const { id: businessId, owner } = await storeWith("", { headers: { Authorization: "Bearer x" } });
  const params = { businessId };
  const body = { configs: { buildHooks: ["https://api.example.com/deploy/prj_secret"] } };
  await ok(businesses.updateBusiness, { params, as: owner, body });
  const seen = async (as: Somebody) =>
    JSON.stringify([
      await ok(businesses.getBusiness, { params, as }),
      await ok(businesses.listBusinesses, { as }),
      await ok(businessEvents.listBusinessEvents, { params, as, query: { entity: "store" } }),
    ]);
  const text = await seen(owner);
  for (const secret of ["Bearer x", "prj_secret"]) expect(text.split(secret)).toHaveLength(3);
  for (const role of ["viewer", "member"] as const)
    expect(await seen(await member(businessId, role))).not.toMatch(/Bearer|prj_secret|webhooks/);
});

test.concurrent("a failed delivery is retried and logged, and a later success clears it", async () => {
  const { webhook, params, owner, name, makeForm } = await storeWith("?status=503", {
    events: ["form.created"],
  });
  const at = { params: { ...params, webhookId: webhook.id }, as: owner };
  await makeForm("wholesale");
  // An attempt is recorded after its answer, so the receiver sees it earlier.
  const noted = (count: number, query = {}) =>
    eventually(async () => {
      const page = await ok(webhooks.listWebhookAttempts, { ...at, query });
      return page.items.length >= count && page;
    }, `try ${count} being noted`);
  const { items } = await noted(2);
  expect(await receivedWebhooks(name)).toHaveLength(2);
  expect(items.map(({ attempt, status, outcome }) => [attempt, status, outcome])).toEqual([
    [2, 503, "failure"],
    [1, 503, "failure"],
  ]);
  const [event] = items;
  const other = inspectorAddress();
  await ok(webhooks.updateWebhook, { ...at, body: { url: other.url } });
  await ok(webhooks.resendWebhookEvents, { ...at, body: { event_id: event?.event_id ?? "" } }).catch(
    () => {},
  );
  await eventually(async () => (await receivedWebhooks(other.name)).length === 1);
  const page = await noted(3, { event_id: event?.event_id ?? "" });
  expect(page.items).toHaveLength(3);
  await eventually(async () => (await ok(webhooks.getWebhook, at)).failing_since === null);
});

test.concurrent("410 disables a webhook and mails the owner; it can be enabled and sent missed events", async () => {
  const { webhook, params, owner, name, makeForm } = await storeWith("?status=410", {
    events: ["form.created"],
  });
  const at = { params: { ...params, webhookId: webhook.id }, as: owner };
  const { created_at } = await makeForm("wholesale");
  const gone = await eventually(async () => {
    const found = await ok(webhooks.getWebhook, at);
    return found.enabled || found.disabled_reason === null ? undefined : found;
  });
  expect(gone.disabled_reason).toBe("gone");
  expect(await receivedWebhooks(name)).toHaveLength(1);
  expect((await mailTo(owner.email)).subject).toContain("Webhook disabled");
  expect(await refused(webhooks.resendWebhookEvents, { ...at, body: { from: 0 } })).toMatchObject({
    status: 409,
  });
  const other = inspectorAddress();
  await ok(webhooks.updateWebhook, { ...at, body: { url: other.url, enabled: true } });
  await ok(webhooks.resendWebhookEvents, { ...at, body: { from: created_at - 60 } });
  // The default forms of a store are older than the webhook, and in the range too.
  await eventually(async () => (await receivedWebhooks(other.name)).length === 4, "the resent events");
});

test.concurrent("the worker of failing webhooks disables one that has failed for five days", async () => {
  const { webhook, params, owner, id, makeForm } = await storeWith("?status=503", {
    events: ["form.created"],
  });
  const at = { params: { ...params, webhookId: webhook.id }, as: owner };
  await makeForm("wholesale");
  const failing = await eventually(async () => {
    const found = await ok(webhooks.getWebhook, at);
    return found.failing_since !== null && found;
  }, "a try that failed");
  const worker = webhookWorkers.deliverSlowWebhooks;
  const later = workerContext(worker, () => (failing.failing_since ?? 0) + 5 * DAY);
  await deliverWebhooks(later, { tenant_id: id, webhook_id: webhook.id });
  expect(await ok(webhooks.getWebhook, at)).toMatchObject({ enabled: false, disabled_reason: "failing" });
  await waitForEvents({ id }, worker, ["store.updated"]);
});

test.concurrent("a test delivery is signed like a real one and shows the response", async () => {
  const { id: businessId, owner } = await openStore();
  const { url, name } = inspectorAddress("?status=418");
  const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
  const webhook = { url, events: ["order.created"], secret };
  const call = (body: typeof webhook | { webhook: typeof webhook }) =>
    ok(webhookTests.testWebhook, { params: { businessId }, as: owner, body });
  expect(await call({ webhook })).toMatchObject({ success: false, status: 418 });
  expect(await call({ ...webhook, url: url.replace("=418", "=204") })).toMatchObject({
    success: true,
    status: 204,
  });
  const [one] = await receivedWebhooks(name);
  expect(new Verifier(secret).verify(one?.body ?? "", one?.headers ?? {})).toMatchObject({
    type: "order.created",
  });
});

test.concurrent("a secret in the settings must be as strong as elsewhere, and may be as long as allowed", async () => {
  const { params, owner, webhook } = await storeWith();
  const businessId = params.storeId;
  const settings = (secret: string) => ({
    params: { businessId },
    as: owner,
    body: { configs: { webhooks: [{ id: webhook.id, url: webhook.url, secret }] } },
  });
  for (const secret of ["x", "whsec_short", "y".repeat(501)]) {
    expect(await refused(businesses.updateBusiness, settings(secret)), secret).toMatchObject({
      status: 400,
      body: { validationErrors: [{ field: "configs.webhooks[0].secret" }] },
    });
  }
  for (const secret of ["\u{1f512}".repeat(250), "y".repeat(500)]) {
    await ok(webhooks.updateWebhook, {
      params: { ...params, webhookId: webhook.id },
      as: owner,
      body: { secret },
    });
    await ok(businesses.updateBusiness, settings(secret));
    const shown = (await ok(businesses.getBusiness, { params: { businessId }, as: owner })).configs.webhooks;
    await ok(businesses.updateBusiness, settings(shown?.[0]?.secret ?? ""));
  }
  const odd = {
    ...settings("y".repeat(16)),
    body: { configs: { webhooks: [{ id: "a/b", url: webhook.url }] } },
  };
  expect(await refused(businesses.updateBusiness, odd)).toMatchObject({ status: 400 });
});

test.concurrent("a range that ends before it begins is not resent", async () => {
  const { params, owner, webhook } = await storeWith();
  const body = { from: 200, to: 100 };
  expect(
    await refused(webhooks.resendWebhookEvents, {
      params: { ...params, webhookId: webhook.id },
      as: owner,
      body,
    }),
  ).toMatchObject({ status: 400, body: { validationErrors: [{ field: "to" }] } });
});
