/** Paths of this area for other areas. */
export const PROMOTIONS = "promotions";
export const NEW_PROMOTION = "promotions/new";
export const promotionPath = (id: string) => `promotions/${id}`;
