import { transact } from "#core/dynamo/transact.ts";
import { DAY } from "#core/seconds.ts";
import type { Language } from "#core/texts/language.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { newsletterSends, newsletters } from "#functions/delivery/newsletters/routes.ts";
import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { auth } from "#functions/tenancy/auth/routes.ts";
import { invitations } from "#functions/tenancy/members/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { reminderEmail } from "#lib/delivery/newsletters/reminder-email.ts";
import { subscribers } from "#lib/delivery/newsletters/table.ts";
import { disable } from "#lib/delivery/webhooks/disable.ts";
import { Endpoint } from "#lib/delivery/webhooks/table.ts";
import { requireReconnect } from "#lib/engagement/social/reconnect.ts";
import * as people from "#lib/tenancy/people/emails.ts";
import { webhooksOf } from "#lib/tenancy/tenants/webhooks.ts";
import { type MailSample, mailAfter, receivedMail, sampleOf } from "#test/proofs/mail-samples.ts";
import { ok } from "#test/support/client.ts";
import { addSubscribers, type openNewsletter, writeEntry } from "#test/support/newsletter.ts";
import { connectSandbox } from "#test/support/social.ts";
import { makeAgent, openConversation, sendText } from "#test/support/support.ts";
import { newEmail, type TestStore, testContext } from "#test/support/world.ts";

const PASSWORD = "a lantern in the orchard";

export function accountMails(language: Language): Record<string, MailSample> {
  return {
    changed: sampleOf(people.passwordChangedEmail(language)),
    reused: sampleOf(people.sessionEndedEmail(language, "Firefox")),
    storeCode: sampleOf(people.signInEmail(language, "123456", "Kiln & Bean")),
  };
}

export async function visitorMails(
  language: Language,
  { id: storeId, owner }: TestStore,
): Promise<Record<string, MailSample>> {
  const headers = { "accept-language": language };
  const [code, registered, reset, invited, proven] = Array.from({ length: 5 }, newEmail) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const params = { storeId };
  await Promise.all([
    ok(auth.requestCode, { body: { email: code }, headers }),
    ok(users.registerUser, { body: { email: registered, password: PASSWORD }, headers }),
    ok(users.forgotPassword, { body: { email: reset }, headers }),
    // The mail is in the store's language, not in the member's.
    ok(invitations.createInvitation, {
      params: { businessId: storeId },
      as: owner,
      body: { email: invited },
      headers: { "accept-language": language === "en" ? "de" : "en" },
    }),
    ok(storefrontAccount.requestContactCode, { params, body: { email: proven }, headers }),
  ]);
  return {
    code: await receivedMail(code),
    registered: await receivedMail(registered),
    reset: await receivedMail(reset),
    invited: await receivedMail(invited),
    proven: await receivedMail(proven),
  };
}

/** Mails to a store's staff. The store's support email address is its owner's. */
export async function staffMails(store: TestStore): Promise<Record<string, MailSample>> {
  const { id: storeId, owner } = store;
  const params = { storeId };
  const { items } = await ok(forms.listForms, { params, as: owner });
  const { id: formId = "" } = items.find(({ key }) => key === "contact") ?? {};
  const fields = [
    { key: "email", value: "grace@example.com" },
    { key: "message", value: "Moin" },
  ];
  const submitted = await mailAfter(owner.email, () =>
    ok(forms.submitForm, { params: { storeId, formId }, body: { form_id: formId, fields } }),
  );
  await makeAgent(store);
  const { talk } = await openConversation(storeId);
  const escalated = await mailAfter(owner.email, () => sendText(talk, "Person"));
  const account = await connectSandbox(store);
  const reconnect = await mailAfter(owner.email, () => requireReconnect(testContext(), storeId, account.id));
  const { id: webhook_id } = await ok(webhooks.createWebhook, {
    params,
    as: owner,
    body: { url: "https://example.com/", events: [] },
  });
  const [hook] = await webhooksOf(storeId);
  if (!hook) throw new Error("There is no webhook.");
  const endpoint = Endpoint.parse({ tenant_id: storeId, webhook_id });
  const gone = await mailAfter(owner.email, () => disable(testContext(), endpoint, hook, "gone"));
  const failing = await mailAfter(owner.email, () =>
    disable(testContext(), { ...endpoint, failing_since: 1 }, hook, "failing"),
  );
  return { submitted, escalated, reconnect, gone, failing };
}

export async function readerMails(
  language: Language,
  newsletter: Awaited<ReturnType<typeof openNewsletter>>,
): Promise<Record<string, MailSample>> {
  const { businessId, collectionId, owner, free, paid } = newsletter;
  const headers = { "accept-language": language };
  const [reader, payer] = [newEmail(), newEmail()];
  const params = { businessId, collectionId };
  await ok(newsletters.subscribe, { params, body: { email: reader, market: "us", plan_id: free }, headers });
  const entryId = await writeEntry(newsletter, "Guji", "<p>Jasmin</p>", language);
  const preview = () =>
    ok(newsletterSends.previewEntry, { params: { businessId, entryId }, as: owner, headers });
  const until = Math.floor(Date.now() / 1000) + 7 * DAY;
  const [{ id } = { id: "" }] = await addSubscribers(newsletter, [payer]);
  const subscriber = await subscribers.find({ businessId, collectionId, id });
  if (!subscriber) throw new Error("There is no subscriber.");
  const remind = async (why: "ends" | "declined") => {
    const ctx = testContext();
    await transact(ctx, [await reminderEmail(ctx, { ...subscriber, planId: paid, expiresAt: until }, why)]);
  };
  return {
    ask: await receivedMail(reader),
    preview: await mailAfter(owner.email, preview),
    ends: await mailAfter(payer, () => remind("ends"), ["money", "day"]),
    declined: await mailAfter(payer, () => remind("declined"), ["money", "day"]),
  };
}
