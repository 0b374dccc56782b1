import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readBatch } from "#core/dynamo/together.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { mail } from "#core/mail/mail.ts";
import { inTurn } from "#core/queue/in-turn.ts";
import { spanText } from "#core/texts/format.ts";
import type { Language } from "#core/texts/language.ts";
import { moneyIn } from "#lib/money/money/currency.ts";
import { languageFor, letterheadOf, sentBy } from "#lib/tenancy/tenants/letterhead.ts";
import type { Market } from "#lib/tenancy/tenants/market-schema.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { tenantRead } from "#lib/tenancy/tenants/service.ts";
import type { Contact } from "#lib/tenancy/visitors/schema.ts";
import { contactRead } from "#lib/tenancy/visitors/service.ts";
import { addShop, loadLines } from "./load.ts";
import { cartReplacement, tendAt } from "./record.ts";
import type { Cart } from "./schema.ts";
import { cartSettings, EXPIRES_AFTER } from "./settings.ts";
import { carts } from "./table.ts";
import { cartTexts } from "./texts.ts";
import { tokenOf } from "./token.ts";
import type { Unit } from "./unit.ts";

const BATCH = 100;

/** Does what the minute has made due: carts that were forgotten, and those that are given up. */
export async function processDueCarts(ctx: Context): Promise<void> {
  await inTurn(await carts.dueUntil(ctx.now(), BATCH), ({ store_id, id }) =>
    processDueCart(ctx, store_id, id),
  );
}

/** Brings one cart to where its age puts it. A cart that was touched meanwhile is left as it is. */
export async function processDueCart(ctx: Context, storeId: string, id: string): Promise<void> {
  const batch = readBatch(ctx);
  const tenant = batch.add(tenantRead(storeId));
  const found = batch.add(carts.read({ store_id: storeId, id }));
  await batch.run();
  const [business, cart] = [tenant(), found()];
  if (!business || !cart || cart.tend_at === null || cart.tend_at > ctx.now()) return;
  if (cart.last_action_at + EXPIRES_AFTER <= ctx.now()) await expire(ctx, cart);
  else if (cart.status === "active") await abandon(ctx, business, cart);
}

async function expire(ctx: Context, cart: Stored<Cart>): Promise<void> {
  const after: Stored<Cart> = { ...cart, status: "expired", tend_at: null, updated_at: ctx.now() };
  await transact(ctx, cartReplacement(ctx, cart, after));
}

async function abandon(ctx: Context, business: Stored<Business>, cart: Stored<Cart>): Promise<void> {
  const now = ctx.now();
  const letter = await recoveryMail(ctx, business, cart);
  const after: Stored<Cart> = {
    ...cart,
    status: "abandoned",
    abandoned_at: now,
    recovery_sent_at: letter ? now : cart.recovery_sent_at,
    updated_at: now,
  };
  const settled = { ...after, tend_at: tendAt(business, after) };
  await transact(ctx, [...cartReplacement(ctx, cart, settled, "cart.abandoned"), letter]);
}

/** One a cart: for what a visitor whose address is proven left behind, where the store has turned it on. */
async function recoveryMail(
  ctx: Context,
  business: Stored<Business>,
  cart: Stored<Cart>,
): Promise<Write | undefined> {
  const { recoveryMail: on, storefrontUrl } = cartSettings(business);
  const mayBe = on && storefrontUrl && cart.items.length > 0 && cart.origin === "storefront";
  if (!mayBe || cart.recovery_sent_at !== null || !cart.contact_id) return undefined;
  const contact = await contactOf(cart.store_id, cart.contact_id);
  if (!contact?.email || !contact.verified) return undefined;
  const batch = readBatch(ctx);
  const shop = addShop(batch, cart.store_id);
  await batch.run();
  const { units, market } = await loadLines(ctx, shop(), cart);
  const url = new URL(storefrontUrl);
  url.searchParams.set("cart_id", cart.id);
  url.searchParams.set("cart_token", await tokenOf(cart));
  const language = languageFor(cart, business);
  const texts = cartTexts(language);
  const letter = {
    language,
    letterhead: letterheadOf(business),
    subject: texts.subject(business.name),
    title: texts.title,
    paragraphs: [texts.text(business.name)],
    rows: units.map((unit) => rowFor(language, business, market, unit)),
    action: { label: texts.action, url: url.href },
    footer: texts.once,
  };
  return mail(ctx, contact.email, letter, { id: `mail_recovery_${cart.id}`, ...sentBy(business) });
}

function rowFor(
  language: Language,
  { timezone }: Pick<Business, "timezone">,
  { currency }: Pick<Market, "currency">,
  { snapshot, quantity, price, appointment }: Unit,
) {
  const { part, slot } = appointment ?? {};
  const when = slot ? `, ${spanText(language, slot.from, part?.endTime ?? slot.from, timezone)}` : "";
  const value = price === undefined ? "" : moneyIn(language, price * quantity, currency);
  return { label: `${quantity} × ${snapshot.name}${when}`, value };
}

async function contactOf(storeId: string, id: string): Promise<Contact | undefined> {
  const batch = readBatch();
  const contact = batch.add(contactRead(storeId, id));
  await batch.run();
  return contact();
}
