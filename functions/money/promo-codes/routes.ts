// Discounts by code, with limits that hold under races.

import { GENERAL } from "#core/errors.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { PROMO_CODE } from "#lib/money/promo-codes/errors.ts";
import {
  CreatePromoCode,
  PromoCodePage,
  PromoCodeQuery,
  PromoCodeView,
  UpdatePromoCode,
} from "#lib/money/promo-codes/schema.ts";

export const promoCodes = routes("money/promo-codes", "/v1/stores/{storeId}/promo-codes", {
  createPromoCode: post("", {
    summary: "Create a promo code",
    needs: "WRITE",
    body: CreatePromoCode,
    returns: PromoCodeView,
    status: 201,
    errors: [PROMO_CODE.CODE_TAKEN],
    emits: ["promo_code.created"],
  }),
  listPromoCodes: get("", {
    summary: "Promo codes of a store",
    needs: "READ",
    query: PromoCodeQuery,
    returns: PromoCodePage,
  }),
  getPromoCode: get("/{promoCodeId}", {
    summary: "One promo code, with how often it was used",
    needs: "READ",
    returns: PromoCodeView,
    errors: [GENERAL.NOT_FOUND],
  }),
  updatePromoCode: put("/{promoCodeId}", {
    summary: "Change or archive a promo code",
    needs: "WRITE",
    body: UpdatePromoCode,
    returns: PromoCodeView,
    errors: [PROMO_CODE.CODE_TAKEN],
    emits: ["promo_code.updated"],
  }),
  deletePromoCode: del("/{promoCodeId}", {
    summary: "Delete a promo code",
    needs: "WRITE",
    returns: Deleted,
    emits: ["promo_code.deleted"],
  }),
});
