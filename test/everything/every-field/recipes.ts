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

/** How each operation is sent everything, where its examples and its schema alone do not tell. */
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

/** Operations that keep what they are sent, though they answer neither 201 nor what a `GET` shows. */
export const ALSO_SAVING = [
  "sendMessage",
  "replyToVisitor",
  "assignConversation",
  "schedulePublication",
  "putData",
];

/** Operations that keep nothing of what they are sent: they do something with it. */
export const SAVING_NOTHING: Record<string, string> = {
  startRecount: "reckons all figures again, and repairs them where that is asked",
  confirmUser: "answers a link of a mail",
  answerInvitation: "answers a link of a mail",
  subscribeToPlanByPut: "opens a page to pay on",
  subscribeToPlanByAlias: "opens a page to pay on",
  removeCartItem: "takes lines out",
  removeVisitorCartItem: "takes lines out",
  selectSocialDestination: "chooses among what a network offered",
};
