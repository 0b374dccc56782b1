import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { detail, facet } from "#core/dynamo/terms.ts";
import { CART_EVENTS } from "./events.ts";
import { cartLife, dueOf } from "./lifecycle.ts";
import { Cart, CartEvent } from "./schema.ts";
import { toldCart } from "./told.ts";

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
    detail("origin", origin),
    detail("items", items.length > 0),
  ],
  termRows: false,
  packed: ["answered"],
  asText: { but: ["quoted"] },
  tenant: "store_id",
  announces: {
    events: CART_EVENTS,
    shows: CartEvent,
    view: toldCart,
    quiet: ["answered", "last_action_at", "abandons_at", "sent_at", "language", "languages"],
  },
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Names the one cart that a contact goes on with. */
export const contactCarts = entity({
  name: "contact_cart",
  schema: z.object({ store_id: z.string(), contact_id: z.string(), cart_id: z.string() }),
  pk: "TENANT#{store_id}#CONTACT_CART",
  sk: "{contact_id}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
