/** Where other areas may lead to in this one. */
export const PROMOTIONS = "promotions";
export const NEW_PROMOTION = "promotions/new";
export const promotionPath = (id: string) => `promotions/${id}`;
