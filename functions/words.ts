import type { Words } from "#core/http/words.ts";
import { WORDS as providers } from "#functions/booking/providers/field-words.ts";
import { WORDS as services } from "#functions/booking/services/field-words.ts";
import { WORDS as comments } from "#functions/engagement/comments/field-words.ts";
import { WORDS as accounts } from "#functions/tenancy/accounts/field-words.ts";
import { WORDS as auth } from "#functions/tenancy/auth/field-words.ts";
import { WORDS as businesses } from "#functions/tenancy/businesses/field-words.ts";
import { WORDS as customers } from "#functions/tenancy/customers/field-words.ts";
import { WORDS as members } from "#functions/tenancy/members/field-words.ts";
import { WORDS as storefront } from "#functions/tenancy/storefront/field-words.ts";
import { WORDS as stores } from "#functions/tenancy/stores/field-words.ts";
import { WORDS as users } from "#functions/tenancy/users/field-words.ts";
import { WORDS as bookables } from "#lib/booking/bookables/field-words.ts";
import { WORDS as reservations } from "#lib/booking/reservations/field-words.ts";
import { WORDS as schedules } from "#lib/booking/schedules/field-words.ts";
import { WORDS as carts } from "#lib/commerce/carts/field-words.ts";
import { WORDS as inventory } from "#lib/commerce/inventory/field-words.ts";
import { WORDS as locations } from "#lib/commerce/locations/field-words.ts";
import { WORDS as orders } from "#lib/commerce/orders/field-words.ts";
import { WORDS as products } from "#lib/commerce/products/field-words.ts";
import { WORDS as shipping } from "#lib/commerce/shipping/field-words.ts";
import { WORDS as blocks } from "#lib/content/blocks/field-words.ts";
import { WORDS as collections } from "#lib/content/collections/field-words.ts";
import { WORDS as entries } from "#lib/content/entries/field-words.ts";
import { WORDS as forms } from "#lib/content/forms/field-words.ts";
import { WORDS as legacyContent } from "#lib/content/legacy-content/field-words.ts";
import { WORDS as media } from "#lib/content/media/field-words.ts";
import { WORDS as nodes } from "#lib/content/nodes/field-words.ts";
import { WORDS as taxonomies } from "#lib/content/taxonomies/field-words.ts";
import { WORDS as activity } from "#lib/delivery/activity/field-words.ts";
import { WORDS as mail } from "#lib/delivery/mail/field-words.ts";
import { WORDS as newsletters } from "#lib/delivery/newsletters/field-words.ts";
import { WORDS as webhooks } from "#lib/delivery/webhooks/field-words.ts";
import { WORDS as social } from "#lib/engagement/social/field-words.ts";
import { WORDS as support } from "#lib/engagement/support/field-words.ts";
import { WORDS as markets } from "#lib/money/markets/field-words.ts";
import { WORDS as money } from "#lib/money/money/field-words.ts";
import { WORDS as payments } from "#lib/money/payments/field-words.ts";
import { WORDS as promoCodes } from "#lib/money/promo-codes/field-words.ts";
import { WORDS as subscriptions } from "#lib/money/subscriptions/field-words.ts";
import { WORDS as figures } from "#lib/system/figures/field-words.ts";
import { WORDS as platform } from "#lib/system/platform/field-words.ts";
import { WORDS as platformData } from "#lib/system/platform-data/field-words.ts";
import { WORDS as scripts } from "#lib/system/scripts/field-words.ts";
import { WORDS as setup } from "#lib/system/setup/field-words.ts";
import { WORDS as today } from "#lib/system/today/field-words.ts";
import { WORDS as workflowTools } from "#lib/system/workflow-tools/field-words.ts";
import { WORDS as people } from "#lib/tenancy/people/field-words.ts";
import { WORDS as plans } from "#lib/tenancy/plans/field-words.ts";
import { WORDS as tenants } from "#lib/tenancy/tenants/field-words.ts";
import { WORDS as visitors } from "#lib/tenancy/visitors/field-words.ts";

/** Descriptions of fields by domain. */
export const words: Readonly<Record<string, Words>> = {
  accounts,
  activity,
  auth,
  blocks,
  bookables,
  businesses,
  carts,
  collections,
  comments,
  customers,
  entries,
  forms,
  inventory,
  "legacy-content": legacyContent,
  locations,
  mail,
  markets,
  media,
  members,
  money,
  newsletters,
  nodes,
  orders,
  payments,
  people,
  plans,
  platform,
  "platform-data": platformData,
  products,
  "promo-codes": promoCodes,
  providers,
  reservations,
  schedules,
  scripts,
  services,
  shipping,
  social,
  storefront,
  stores,
  subscriptions,
  support,
  taxonomies,
  tenants,
  setup,
  today,
  figures,
  users,
  visitors,
  webhooks,
  "workflow-tools": workflowTools,
};
