import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { fieldError, GENERAL, validationFailed } from "#core/errors.ts";
import { announce } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { changedRecord, newRecord } from "#core/records/record.ts";
import { findMarket } from "#lib/tenancy/tenants/market-schema.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { PROMO_CODE } from "./errors.ts";
import { promoKind } from "./kind.ts";
import { promoText, usesRead } from "./redemption.ts";
import {
  type CreatePromoCode,
  PromoCode,
  type PromoCodeQuery,
  type PromoCodeView,
  type UpdatePromoCode,
} from "./schema.ts";
import { promoCodes, promoTexts } from "./table.ts";

export async function createPromoCode(
  ctx: Context,
  storeId: string,
  input: z.output<typeof CreatePromoCode>,
): Promise<PromoCodeView> {
  const { code } = input;
  await checkMarkets(ctx, storeId, input.discounts);
  const now = ctx.now();
  const promo = newRecord(PromoCode, { status: "active", conditions: [] }, input, {
    id: newId("promo", ctx.clock()),
    store_id: storeId,
    created_at: now,
    updated_at: now,
  });
  const writes = [
    ...promoKind.creation(promo),
    promoTexts.create(textOf(promo), PROMO_CODE.CODE_TAKEN({ code })),
    announce(ctx, "promo_code.created", promoCodes, promo, { uses: 0 }),
  ];
  return transact(ctx, writes, { ...promo, uses: 0 });
}

export async function getPromoCode(_ctx: Context, storeId: string, id: string): Promise<PromoCodeView> {
  const [view] = await withUses([await promoKind.existing(storeId, id)]);
  if (!view) throw GENERAL.NOT_FOUND();
  return view;
}

/** Lists codes, newest first. With `ids`, other filters are ignored. */
export async function listPromoCodes(
  ctx: Context,
  storeId: string,
  query: z.output<typeof PromoCodeQuery>,
): Promise<Page<PromoCodeView>> {
  const { query: _words, status: _status, ...named } = query;
  const page = await promoKind.list(ctx, storeId, query.ids ? named : query);
  return { items: await withUses(page.items), cursor: page.cursor };
}

export async function updatePromoCode(
  ctx: Context,
  storeId: string,
  id: string,
  input: z.output<typeof UpdatePromoCode>,
): Promise<PromoCodeView> {
  const before = await promoKind.existing(storeId, id, { ctx });
  if (input.discounts) await checkMarkets(ctx, storeId, input.discounts, before.discounts);
  const after = changedRecord(PromoCode, before, input, { updated_at: ctx.now() });
  const uses = await usesOf(before);
  const { record, writes } = promoKind.replacement(ctx, "promo_code.updated", before, after, { uses });
  const all = writes.length > 0 ? [...writes, ...textWrites(before, after)] : [];
  return transact(ctx, all, { ...record, uses });
}

export async function deletePromoCode(ctx: Context, storeId: string, id: string): Promise<void> {
  const promo = await promoKind.existing(storeId, id, { ctx });
  await transact(ctx, [
    ...promoKind.removal(promo),
    promoTexts.removeKey({ store_id: storeId, text: promoText(promo.code) }),
    announce(ctx, "promo_code.deleted", promoCodes, promo, { uses: await usesOf(promo) }),
  ]);
}

/** Refuses discounts in unknown markets, except those that the code had before. */
async function checkMarkets(
  ctx: Context,
  storeId: string,
  discounts: PromoCode["discounts"],
  before: PromoCode["discounts"] = [],
): Promise<void> {
  if (discounts.length === 0) return;
  const { configs } = await getTenant(ctx, storeId);
  const errors = discounts.flatMap(({ market_id }, index) => {
    const isKnown = findMarket(configs.markets ?? [], market_id);
    if (isKnown || before.some((each) => each.market_id === market_id)) return [];
    const field = `discounts[${index}].market_id`;
    return [fieldError(field, "is not a market of this store")];
  });
  if (errors.length > 0) throw validationFailed(errors);
}

function textWrites(before: PromoCode, after: PromoCode): Write[] {
  const text = promoText(after.code);
  if (text === promoText(before.code)) return [promoTexts.put(textOf(after))];
  return [
    promoTexts.create(textOf(after), PROMO_CODE.CODE_TAKEN({ code: after.code })),
    promoTexts.removeKey({ store_id: before.store_id, text: promoText(before.code) }),
  ];
}

function textOf(promo: PromoCode) {
  return { ...promo, text: promoText(promo.code) };
}

async function usesOf(promo: Stored<PromoCode>): Promise<number> {
  const [counted] = await withUses([promo]);
  return counted?.uses ?? 0;
}

async function withUses(promos: Stored<PromoCode>[]): Promise<PromoCodeView[]> {
  const uses = await readTogether(promos.map((promo) => usesRead(promo)));
  return promos.map((promo, index) => ({ ...promo, uses: uses[index]?.uses ?? 0 }));
}
