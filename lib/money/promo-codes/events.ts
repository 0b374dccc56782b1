export const PROMO_CODE_EVENTS = ["promo_code.created", "promo_code.updated", "promo_code.deleted"] as const;
