import type { FieldDescriptions } from "#core/http/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as providers } from "#functions/booking/providers/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as services } from "#functions/booking/services/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as comments } from "#functions/engagement/comments/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as accounts } from "#functions/tenancy/accounts/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as auth } from "#functions/tenancy/auth/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as businesses } from "#functions/tenancy/businesses/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as customers } from "#functions/tenancy/customers/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as members } from "#functions/tenancy/members/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as storefront } from "#functions/tenancy/storefront/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as stores } from "#functions/tenancy/stores/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as users } from "#functions/tenancy/users/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as bookables } from "#lib/booking/bookables/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as reservations } from "#lib/booking/reservations/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as schedules } from "#lib/booking/schedules/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as carts } from "#lib/commerce/carts/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as inventory } from "#lib/commerce/inventory/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as locations } from "#lib/commerce/locations/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as orders } from "#lib/commerce/orders/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as products } from "#lib/commerce/products/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as shipping } from "#lib/commerce/shipping/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as blocks } from "#lib/content/blocks/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as collections } from "#lib/content/collections/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as entries } from "#lib/content/entries/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as forms } from "#lib/content/forms/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as legacyContent } from "#lib/content/legacy-content/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as media } from "#lib/content/media/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as nodes } from "#lib/content/nodes/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as taxonomies } from "#lib/content/taxonomies/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as activity } from "#lib/delivery/activity/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as mail } from "#lib/delivery/mail/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as newsletters } from "#lib/delivery/newsletters/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as webhooks } from "#lib/delivery/webhooks/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as social } from "#lib/engagement/social/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as support } from "#lib/engagement/support/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as markets } from "#lib/money/markets/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as money } from "#lib/money/money/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as payments } from "#lib/money/payments/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as promoCodes } from "#lib/money/promo-codes/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as subscriptions } from "#lib/money/subscriptions/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as figures } from "#lib/system/figures/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as platform } from "#lib/system/platform/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as platformData } from "#lib/system/platform-data/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as scripts } from "#lib/system/scripts/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as setup } from "#lib/system/setup/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as today } from "#lib/system/today/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as workflowTools } from "#lib/system/workflow-tools/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as people } from "#lib/tenancy/people/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as plans } from "#lib/tenancy/plans/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as tenants } from "#lib/tenancy/tenants/field-descriptions.ts";
import { FIELD_DESCRIPTIONS as visitors } from "#lib/tenancy/visitors/field-descriptions.ts";

/** Descriptions of fields by domain. */
export const fieldDescriptions: Readonly<Record<string, FieldDescriptions>> = {
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
