export const CART_EVENTS = ["cart.created", "cart.updated", "cart.abandoned", "cart.converted"] as const;
