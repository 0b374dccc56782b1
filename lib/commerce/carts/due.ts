import type { Context } from "#core/context.ts";
import { dueWork } from "#core/due/work.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readBatch } from "#core/dynamo/read.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { enqueueMail } from "#core/mail/mail.ts";
import type { BillLine } from "#core/mail/template.ts";
import type { Language } from "#core/texts/language.ts";
import { formatMoney } from "#lib/money/money/currency.ts";
import { languageFor, letterheadOf, mailSenderOf } from "#lib/tenancy/tenants/letterhead.ts";
import type { Market } from "#lib/tenancy/tenants/market-schema.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { tenantRead } from "#lib/tenancy/tenants/service.ts";
import type { Contact } from "#lib/tenancy/visitors/schema.ts";
import { contactRead } from "#lib/tenancy/visitors/service.ts";
import { cartLife } from "./lifecycle.ts";
import { lineText } from "./line-text.ts";
import { addShopReads, loadLines } from "./load-cart.ts";
import { cartReplacement, cartSettings, recoveryToken } from "./record.ts";
import type { Cart } from "./schema.ts";
import { carts } from "./table.ts";
import { cartTexts } from "./texts.ts";
import type { CartUnit } from "./units.ts";

export const dueCarts = dueWork(carts, (ctx, { store_id, id }) => processDueCart(ctx, store_id, id));

/** Abandons or expires a cart, if it has still gone without a change for long enough. */
export async function processDueCart(ctx: Context, storeId: string, id: string): Promise<void> {
  const batch = readBatch(ctx);
  const tenant = batch.add(tenantRead(storeId));
  const found = batch.add(carts.read({ store_id: storeId, id }));
  await batch.run();
  const [business, cart] = [tenant(), found()];
  if (!business || !cart) return;
  const { record } = cartLife.transition({ cart }, { type: "became due", now: ctx.now() });
  if (record.status === cart.status) return;
  const isForgotten = record.status === "abandoned";
  const email = isForgotten ? await recoveryMail(ctx, business, cart) : undefined;
  const after = { ...record, recovery_sent_at: email ? ctx.now() : cart.recovery_sent_at };
  const type = isForgotten ? "cart.abandoned" : "cart.updated";
  await transact(ctx, [...cartReplacement(ctx, cart, after, type), email]);
}

/** The recovery mail of a cart: at most one, to a proven email address, and only if the store has turned it on. */
async function recoveryMail(
  ctx: Context,
  business: Stored<Business>,
  cart: Stored<Cart>,
): Promise<Write | undefined> {
  const { recoveryMail: isEnabled, storefrontUrl } = cartSettings(business);
  const isPossible = isEnabled && storefrontUrl && cart.items.length > 0 && cart.origin === "storefront";
  if (!isPossible || cart.recovery_sent_at !== null || !cart.contact_id) return undefined;
  const contact = await findContact(cart.store_id, cart.contact_id);
  if (!contact?.email || !contact.verified) return undefined;
  const batch = readBatch(ctx);
  const shop = addShopReads(batch, cart.store_id);
  await batch.run();
  const { units, market } = await loadLines(ctx, shop(), cart);
  const url = new URL(storefrontUrl);
  url.searchParams.set("cart_id", cart.id);
  url.searchParams.set("cart_token", await recoveryToken(cart));
  const language = languageFor(cart, business);
  const texts = cartTexts(language);
  const email = {
    language,
    letterhead: letterheadOf(business, language),
    subject: texts.subject(business.name),
    title: texts.title,
    paragraphs: [texts.text(business.name)],
    bill: units.map((unit) => billLine(language, business, market, unit)),
    action: { label: texts.action, url: url.href },
    footer: texts.once,
  };
  return enqueueMail(ctx, contact.email, email, {
    id: `mail_recovery_${cart.id}`,
    ...mailSenderOf(business),
  });
}

function billLine(
  language: Language,
  business: Pick<Business, "timezone" | "configs">,
  { currency }: Pick<Market, "currency">,
  { snapshot, quantity, price, appointment }: CartUnit,
): BillLine {
  const { part, slot } = appointment ?? {};
  const [from, to] = [slot?.from ?? null, part?.endTime ?? null];
  const { label, chosen } = lineText(language, business, { quantity, snapshot, from, to });
  const amount = price === undefined ? "" : formatMoney(language, price * quantity, currency);
  return { label, amount, ...(chosen ? { note: chosen } : {}) };
}

async function findContact(storeId: string, id: string): Promise<Contact | undefined> {
  const batch = readBatch();
  const contact = batch.add(contactRead(storeId, id));
  await batch.run();
  return contact();
}
