import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { facet, narrowingFacet } from "#core/dynamo/terms.ts";
import { CartEvent } from "./event-schema.ts";
import { CART_EVENTS } from "./events.ts";
import { cartLife, dueOf } from "./lifecycle.ts";
import { Cart } from "./schema.ts";

export const carts = entity({
  name: "cart",
  schema: Cart,
  life: cartLife,
  pk: "TENANT#{store_id}#CART#{id%2}",
  sk: "{id}",
  indexes: {
    list: "TENANT#{store_id}#CART#{status}",
    child: "TENANT#{store_id}#CONTACT#{contact_id}#CART",
    by_updated: "{updated_at}#{id}",
    due: "CART#{id%8}",
  },
  due_at: dueOf,
  terms: ({ contact_id, origin, items }) => [
    ...(contact_id ? [facet("contact", contact_id)] : []),
    narrowingFacet("origin", origin),
    narrowingFacet("items", items.length > 0),
  ],
  termRows: false,
  packed: ["answered"],
  asText: { but: ["quoted"] },
  counted: true,
  countedIf: ({ origin, begun_at, items }) =>
    origin === "storefront" && (typeof begun_at === "number" || items.length > 0),
  tenant: "store_id",
  announces: {
    events: CART_EVENTS,
    shows: CartEvent,
    view: publicCart,
    quiet: [
      "answered",
      "last_action_at",
      "abandons_at",
      "sent_at",
      "tried_code",
      "language",
      "languages",
      "source",
      "begun_at",
      "checkout_at",
    ],
  },
  deletion: { tenant: "partition", person: "unaffected" },
});

/** The current cart of a contact. */
export const contactCarts = entity({
  name: "contact_cart",
  schema: z.object({ store_id: z.string(), contact_id: z.string(), cart_id: z.string() }),
  pk: "TENANT#{store_id}#CONTACT_CART",
  sk: "{contact_id}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Events of a cart contain neither its token nor what its visitor typed. */
function publicCart(cart: Cart): CartEvent {
  return {
    ...cart,
    items: cart.items.map((line) => (line.type === "service" ? { ...line, forms: [] } : line)),
    forms: [],
    item_count: itemCount(cart),
  };
}

export function itemCount({ items }: Pick<Cart, "items">): number {
  return items.reduce((sum, line) => sum + (line.type === "product" ? line.quantity : line.slots.length), 0);
}
