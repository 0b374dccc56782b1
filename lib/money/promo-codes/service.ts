import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { listRecords, type Page } from "#core/dynamo/list.ts";
import { DEFAULT_PAGE } from "#core/dynamo/read.ts";
import { readTogether } from "#core/dynamo/together.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { announce } from "#core/events.ts";
import { given } from "#core/given.ts";
import { newId } from "#core/id.ts";
import { PROMO_CODE } from "./errors.ts";
import { promoText, usesRead } from "./redemption.ts";
import type { CreatePromoCode, PromoCode, PromoCodeQuery, PromoCodeView, UpdatePromoCode } from "./schema.ts";
import { promoCodes, promoTexts } from "./table.ts";

const STATUSES = ["active", "archived"] as const;

export async function createPromoCode(
  ctx: Context,
  storeId: string,
  { code, discounts, conditions = [], status = "active" }: z.output<typeof CreatePromoCode>,
): Promise<PromoCodeView> {
  const now = ctx.now();
  const promo: PromoCode = {
    id: newId("promo", ctx.clock()),
    store_id: storeId,
    code,
    status,
    discounts,
    conditions,
    created_at: now,
    updated_at: now,
  };
  const writes = [
    promoCodes.create(promo),
    promoTexts.create(textOf(promo), PROMO_CODE.CODE_TAKEN({ code })),
    announcePromo(ctx, "promo_code.created", { ...promo }),
  ];
  return transact(ctx, writes, { ...promo, uses: 0 });
}

export async function getPromoCode(_ctx: Context, storeId: string, id: string): Promise<PromoCodeView> {
  const [view] = await withUses([await existing(storeId, id)]);
  if (!view) throw GENERAL.NOT_FOUND();
  return view;
}

/** The codes of a store, newest first; `ids` names them and nothing else counts then. */
export async function listPromoCodes(
  ctx: Context,
  storeId: string,
  { ids, status, query, limit, cursor }: z.output<typeof PromoCodeQuery>,
): Promise<Page<PromoCodeView>> {
  if (ids) {
    const found = await promoCodes.batchGet(ids.map((id) => ({ store_id: storeId, id })));
    return { items: await withUses(found), cursor: null };
  }
  const partition = promoCodes.partition({ store_id: storeId });
  const statuses = STATUSES.filter((each) => status === undefined || status === each);
  const page = await listRecords(promoCodes, {
    partition,
    lists: statuses.map((each) => `${partition}#${each}`),
    everything: status === undefined,
    query,
    sort: "created_at",
    descending: true,
    limit: limit ?? DEFAULT_PAGE,
    cursor,
    idPrefix: "promo",
    scope: [ctx.operation],
  });
  return { items: await withUses(page.items), cursor: page.cursor };
}

/** Changes the fields that are sent. What was redeemed stays redeemed. */
export async function updatePromoCode(
  ctx: Context,
  storeId: string,
  id: string,
  input: z.output<typeof UpdatePromoCode>,
): Promise<PromoCodeView> {
  const before = await existing(storeId, id);
  const after: Stored<PromoCode> = { ...before, ...given(input), updated_at: ctx.now() };
  const [counted] = await withUses([before]);
  const writes = [
    promoCodes.replace(before, after),
    ...textWrites(before, after),
    announcePromo(ctx, "promo_code.updated", after),
  ];
  return transact(ctx, writes, { ...after, uses: counted?.uses ?? 0 });
}

export async function deletePromoCode(ctx: Context, storeId: string, id: string): Promise<void> {
  const promo = await existing(storeId, id);
  await transact(ctx, [
    promoCodes.remove(promo),
    promoTexts.removeKey({ store_id: storeId, text: promoText(promo.code) }),
    announcePromo(ctx, "promo_code.deleted", promo),
  ]);
}

function existing(storeId: string, id: string): Promise<Stored<PromoCode>> {
  return promoCodes.get({ store_id: storeId, id }, GENERAL.NOT_FOUND());
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

async function withUses(promos: Stored<PromoCode>[]): Promise<PromoCodeView[]> {
  const uses = await readTogether(promos.map((promo) => usesRead(promo)));
  return promos.map((promo, index) => ({ ...promo, uses: uses[index]?.uses ?? 0 }));
}

function announcePromo(ctx: Context, type: string, promo: Stored<PromoCode>): Write {
  return announce(ctx, type, promo, { tenantId: promo.store_id, resource: "promo_code", recordId: promo.id });
}
