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

/** Operations that store what they are sent, although neither their status nor their answer shows it. */
export const ALSO_STORING = [
  "sendMessage",
  "replyToVisitor",
  "assignConversation",
  "schedulePublication",
  "putData",
];

/** Operations that store nothing of what they are sent. */
export const STORING_NOTHING: Record<string, string> = {
  startRecount: "reckons all figures again, and repairs them where that is asked",
  confirmUser: "answers a link of a mail",
  answerInvitation: "answers a link of a mail",
  subscribeToPlanByPut: "opens a page to pay on",
  subscribeToPlanByAlias: "opens a page to pay on",
  removeCartItem: "takes lines out",
  removeVisitorCartItem: "takes lines out",
  selectSocialDestination: "chooses among what a network offered",
};
