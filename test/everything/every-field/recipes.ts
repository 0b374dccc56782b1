import { BOOKABLES } from "./bookables.ts";
import { CARTS } from "./carts.ts";
import { CONTENT } from "./content.ts";
import { DELIVERY } from "./delivery.ts";
import { ENGAGEMENT } from "./engagement.ts";
import { MONEY } from "./money.ts";
import { ORDERS } from "./orders.ts";
import { PRODUCTS } from "./products.ts";
import type { Recipes } from "./recipe.ts";
import { RESERVATIONS } from "./reservations.ts";
import { SHIPPING } from "./shipping.ts";
import { TENANCY } from "./tenancy.ts";

/** Recipes of operations for which examples and schemas are not enough. */
export const RECIPES: Recipes = {
  ...BOOKABLES,
  ...CARTS,
  ...CONTENT,
  ...DELIVERY,
  ...ENGAGEMENT,
  ...MONEY,
  ...ORDERS,
  ...PRODUCTS,
  ...RESERVATIONS,
  ...SHIPPING,
  ...TENANCY,
};

/** Operations that store what they are sent, although neither status nor return type shows that. */
export const ALSO_STORING = [
  "sendMessage",
  "replyToVisitor",
  "assignConversation",
  "schedulePublication",
  "putData",
];

/** Operations that store nothing of what they are sent. */
export const STORING_NOTHING: Record<string, string> = {
  startRecount: "computes all figures again, and repairs them on request",
  confirmUser: "answers a link of a mail",
  answerInvitation: "answers a link of a mail",
  subscribeToPlanByPut: "opens a payment page",
  subscribeToPlanByAlias: "opens a payment page",
  removeCartItem: "removes lines",
  removeVisitorCartItem: "removes lines",
  selectSocialDestination: "chooses among what a network offered",
};
