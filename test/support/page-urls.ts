import { env } from "#core/env.ts";
import { reservations } from "#functions/booking/reservations/routes.ts";
import { newsletters } from "#functions/delivery/newsletters/routes.ts";
import { socialAccounts } from "#functions/engagement/social/routes.ts";
import { plans, subscriptions } from "#functions/money/subscriptions/routes.ts";
import { invitations } from "#functions/tenancy/members/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { subscriptionUrl } from "#lib/delivery/newsletters/token.ts";
import { servePage } from "./browser.ts";
import { ok } from "./client.ts";
import { invokeDirect } from "./direct.ts";
import { addSubscribers, openNewsletter } from "./newsletter.ts";
import { BY_CASH, checkout } from "./orders.ts";
import { callHandler } from "./plans.ts";
import { HOUR, openSalon } from "./salon.ts";
import { haircut, openShop, visitorWithCart } from "./shop.ts";
import { answerConnectPage, consent } from "./social.ts";
import { mailTo, newEmail, openStore, somebody } from "./world.ts";

type Pages = Record<string, string>;
const PAGE_LINK = /https?:\S+\/v1\/(?:reservation|order)-pages\/\S+/;

/** The URL of each kind of page, with content on it. */
export async function pageUrls(): Promise<{ pages: Pages; stop: () => void }> {
  const api = env("PUBLIC_URL");
  const billing = await billingPage();
  const pages = {
    home: `${api}/_local`,
    more: `${api}/_local/more`,
    inbox: `${api}/_local/inbox`,
    webhooks: `${api}/_local/webhooks`,
    phone: `${api}/_phone`,
    social: `${api}/_social/`,
    reference: `${api}/v1/reference`,
    guide: `${api}/v1/reference/concepts`,
    operations: `${api}/v1/reference/forms`,
    errors: `${api}/v1/reference/catalogue-of-errors`,
    billing: billing.url,
    ...(await bookingPages(api)),
    ...(await accountPages(api)),
    ...(await readerPages()),
    ...(await networkPages()),
    order: await orderPage(),
  };
  return { pages, stop: billing.stop };
}

async function bookingPages(api: string): Promise<Pages> {
  const { serviceId, providerId } = await openSalon();
  const as = await somebody();
  const soon = Math.ceil(Date.now() / 86_400_000) * 86_400 + 3 * 24 * HOUR;
  const parts = (hour: number) => [{ serviceId, providerId, startTime: soon + hour * HOUR }];
  await ok(reservations.checkoutReservation, { as, body: { paymentMethod: "cash", parts: parts(10) } });
  const byCard = (hour: number) =>
    ok(reservations.checkoutReservation, { as, body: { paymentMethod: "CREDIT_CARD", parts: parts(hour) } });
  const [open, paid] = [await byCard(12), await byCard(13)];
  const decision = new URLSearchParams({ decision: "approve" });
  const after = await fetch(paid.checkoutUrl ?? "", { method: "POST", body: decision, redirect: "manual" });
  const mail = await mailTo(as.email);
  const booking = PAGE_LINK.exec(mail.body.text ?? "")?.[0] ?? "";
  return {
    mail: `${api}/_local/inbox/${mail.messageId}`,
    booking,
    dead: `${booking.slice(0, -6)}AAAAAA`,
    payment: open.checkoutUrl ?? "",
    paid: paid.checkoutUrl ?? "",
    thanks: after.headers.get("location") ?? "",
  };
}

async function orderPage(): Promise<string> {
  const shop = await openShop();
  const email = newEmail();
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity: 2 }, haircut(shop)]);
  await checkout(shop.id, buyer, { ...BY_CASH, email });
  return PAGE_LINK.exec((await mailTo(email)).body.text ?? "")?.[0] ?? "";
}

/** Sign-in pages of the API and of the local stack. */
async function accountPages(api: string): Promise<Pages> {
  const names = ["confirm", "reset-password", "invitation"];
  const of = (base: string, kind: string) =>
    Object.fromEntries(
      names.map((name) => [`${kind}-${name}`, `${base}/${name}?token=none&businessId=none`]),
    );
  const query = { provider: "GOOGLE", originUrl: `${api}/_app`, redirectUrl: `${api}/_app/callback` };
  const { url } = await ok(users.getLoginUrl, { query });
  const { id: businessId, owner } = await openStore();
  const email = newEmail();
  await ok(invitations.createInvitation, { params: { businessId }, as: owner, body: { email } });
  const token = /token=([^&\s]+)/.exec((await mailTo(email)).body.text ?? "")?.[1] ?? "";
  return {
    app: `${api}/_app`,
    provider: url,
    ...of(`${api}/v1/account-pages`, "account"),
    ...of(`${api}/_app`, "app"),
    invited: `${api}/v1/account-pages/invitation?token=${token}&businessId=${businessId}`,
  };
}

async function readerPages(): Promise<Pages> {
  const letter = await openNewsletter();
  const { businessId, collectionId, free, paid } = letter;
  const [{ id: subscriberId } = { id: "" }] = await addSubscribers(letter, [newEmail()]);
  const email = newEmail();
  const body = { email, market: "us", plan_id: free };
  await ok(newsletters.subscribe, { params: { businessId, collectionId }, body });
  const confirmUrl =
    /https?:\S+confirm-subscription\?token=\S+/.exec((await mailTo(email)).body.text ?? "")?.[0] ?? "";
  const subscription = { businessId, collectionId, subscriberId };
  const until = Math.floor(Date.now() / 1000) + 3600;
  const unsubscribe = await subscriptionUrl("unsubscribe", subscription);
  return {
    consent: confirmUrl,
    unsubscribe,
    renew: await subscriptionUrl("renew", { ...subscription, planId: paid, until }),
    "unsubscribe-dead": `${unsubscribe}x`,
  };
}

async function networkPages(): Promise<Pages> {
  const { id: storeId, owner: as } = await openStore();
  const connect = () =>
    ok(socialAccounts.connectSocialAccount, { params: { storeId }, as, body: { provider_type: "sandbox" } });
  const [opened, approved, connected] = [await connect(), await connect(), await connect()];
  const used = await consent(connected.authorization_url);
  await answerConnectPage(used);
  return {
    "network-consent": opened.authorization_url,
    "network-question": await consent(approved.authorization_url),
    "network-used": used,
  };
}

/** The payment page of a plan. The stack sells no plans, so this process serves the page. */
async function billingPage() {
  const { id: businessId, owner } = await openStore();
  const back = { successUrl: "http://localhost:3000/done", cancelUrl: "http://localhost:3000/no" };
  const { body } = await callHandler(subscriptions.subscribeToPlan, {
    params: { businessId },
    token: owner.token,
    body: { planId: "pro", ...back },
  });
  const billingId = String(body.url).split("/").at(-1) ?? "";
  const page = await invokeDirect(plans.showBilling, {
    params: { billingId },
    headers: { accept: "text/html" },
  });
  return servePage(page.body);
}
