/** Paths of this area's screens, to which other areas link. */
export const PROMOTIONS = "promotions";
export const NEW_PROMOTION = "promotions/new";
export const promotionPath = (id: string) => `promotions/${id}`;
