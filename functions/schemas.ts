import * as httpPage from "#core/http/page.ts";
import * as mailAddressSchema from "#core/mail/address-schema.ts";
import * as recordsSchema from "#core/records/schema.ts";
import * as bookablesBookableSchema from "#lib/booking/bookables/bookable-schema.ts";
import * as bookablesProviderSchema from "#lib/booking/bookables/provider-schema.ts";
import * as bookablesServiceSchema from "#lib/booking/bookables/service-schema.ts";
import * as reservationsRequestSchema from "#lib/booking/reservations/request-schema.ts";
import * as reservationsSchema from "#lib/booking/reservations/schema.ts";
import * as reservationsViewSchema from "#lib/booking/reservations/view-schema.ts";
import * as schedulesSchema from "#lib/booking/schedules/schema.ts";
import * as cartsEventSchema from "#lib/commerce/carts/event-schema.ts";
import * as cartsProblemSchema from "#lib/commerce/carts/problem-schema.ts";
import * as cartsQuoteSchema from "#lib/commerce/carts/quote-schema.ts";
import * as cartsRequestSchema from "#lib/commerce/carts/request-schema.ts";
import * as cartsSchema from "#lib/commerce/carts/schema.ts";
import * as cartsSourceSchema from "#lib/commerce/carts/source-schema.ts";
import * as inventorySchema from "#lib/commerce/inventory/schema.ts";
import * as locationsSchema from "#lib/commerce/locations/schema.ts";
import * as ordersAnnotationSchema from "#lib/commerce/orders/annotation-schema.ts";
import * as ordersBooksSchema from "#lib/commerce/orders/books-schema.ts";
import * as ordersRefundViewSchema from "#lib/commerce/orders/refund-view-schema.ts";
import * as ordersRequestSchema from "#lib/commerce/orders/request-schema.ts";
import * as ordersSchema from "#lib/commerce/orders/schema.ts";
import * as ordersViewSchema from "#lib/commerce/orders/view-schema.ts";
import * as productsFoundSchema from "#lib/commerce/products/found-schema.ts";
import * as productsImportSchema from "#lib/commerce/products/import-schema.ts";
import * as productsSchema from "#lib/commerce/products/schema.ts";
import * as shippingParcelSchema from "#lib/commerce/shipping/parcel-schema.ts";
import * as shippingSchema from "#lib/commerce/shipping/schema.ts";
import * as blockFilterSchema from "#lib/content/blocks/filter-schema.ts";
import * as blocksNamesSchema from "#lib/content/blocks/names-schema.ts";
import * as blocksSchema from "#lib/content/blocks/schema.ts";
import * as collectionsSchema from "#lib/content/collections/schema.ts";
import * as entriesSchema from "#lib/content/entries/schema.ts";
import * as formsSchema from "#lib/content/forms/schema.ts";
import * as legacyContentEntrySchema from "#lib/content/legacy-content/entry-schema.ts";
import * as legacyContentSchema from "#lib/content/legacy-content/schema.ts";
import * as mediaSchema from "#lib/content/media/schema.ts";
import * as mediaUpdateSchema from "#lib/content/media/update-schema.ts";
import * as nodesSchema from "#lib/content/nodes/schema.ts";
import * as taxonomiesSchema from "#lib/content/taxonomies/schema.ts";
import * as activityFeedSchema from "#lib/delivery/activity/feed-schema.ts";
import * as activitySchema from "#lib/delivery/activity/schema.ts";
import * as mailCountsSchema from "#lib/delivery/mail/counts-schema.ts";
import * as mailSchema from "#lib/delivery/mail/schema.ts";
import * as newslettersSchema from "#lib/delivery/newsletters/schema.ts";
import * as webhooksAttemptSchema from "#lib/delivery/webhooks/attempt-schema.ts";
import * as webhooksDeliverySchema from "#lib/delivery/webhooks/delivery-schema.ts";
import * as webhooksSchema from "#lib/delivery/webhooks/schema.ts";
import * as socialAccountSchema from "#lib/engagement/social/account-schema.ts";
import * as socialAttemptSchema from "#lib/engagement/social/attempt-schema.ts";
import * as socialCommentSchema from "#lib/engagement/social/comment-schema.ts";
import * as socialMetricsSchema from "#lib/engagement/social/metrics-schema.ts";
import * as socialSchema from "#lib/engagement/social/schema.ts";
import * as supportAgentSchema from "#lib/engagement/support/agent-schema.ts";
import * as supportInboxSchema from "#lib/engagement/support/inbox-schema.ts";
import * as supportSchema from "#lib/engagement/support/schema.ts";
import * as marketsAddressSchema from "#lib/money/markets/address-schema.ts";
import * as marketsPlaceSchema from "#lib/money/markets/place-schema.ts";
import * as marketsSchema from "#lib/money/markets/schema.ts";
import * as moneyTotalsSchema from "#lib/money/money/totals-schema.ts";
import * as paymentsAdaptersSchema from "#lib/money/payments/adapters-schema.ts";
import * as paymentsIntentSchema from "#lib/money/payments/intent-schema.ts";
import * as paymentsProviderSchema from "#lib/money/payments/provider-schema.ts";
import * as paymentsSchema from "#lib/money/payments/schema.ts";
import * as paymentsStripeEventSchema from "#lib/money/payments/stripe-event-schema.ts";
import * as promoCodesSchema from "#lib/money/promo-codes/schema.ts";
import * as subscriptionsSchema from "#lib/money/subscriptions/schema.ts";
import * as customersTimelineSchema from "#lib/system/customers/timeline-schema.ts";
import * as figuresSchema from "#lib/system/figures/schema.ts";
import * as platformDataSchema from "#lib/system/platform-data/schema.ts";
import * as scriptsSchema from "#lib/system/scripts/schema.ts";
import * as setupSchema from "#lib/system/setup/schema.ts";
import * as todaySchema from "#lib/system/today/schema.ts";
import * as workflowToolsSchema from "#lib/system/workflow-tools/schema.ts";
import * as peopleMemberSchema from "#lib/tenancy/people/member-schema.ts";
import * as peopleSchema from "#lib/tenancy/people/schema.ts";
import * as peopleUserSchema from "#lib/tenancy/people/user-schema.ts";
import * as plansSchema from "#lib/tenancy/plans/schema.ts";
import * as tenantsLanguageSchema from "#lib/tenancy/tenants/configs-schema.ts";
import * as tenantsWebhookSchema from "#lib/tenancy/tenants/configs-schema.ts";
import * as tenantsCurrencySchema from "#lib/tenancy/tenants/market-schema.ts";
import * as tenantsMarketSchema from "#lib/tenancy/tenants/market-schema.ts";
import * as tenantsOriginSchema from "#lib/tenancy/tenants/origin-schema.ts";
import * as tenantsSchema from "#lib/tenancy/tenants/schema.ts";
import * as tenantsViewSchema from "#lib/tenancy/tenants/view-schema.ts";
import * as visitorsCustomerSchema from "#lib/tenancy/visitors/customer-schema.ts";
import * as visitorsMergeSchema from "#lib/tenancy/visitors/merge-schema.ts";
import * as visitorsOwnConsentsSchema from "#lib/tenancy/visitors/own-consents-schema.ts";
import * as visitorsPostalAddressSchema from "#lib/tenancy/visitors/postal-address-schema.ts";
import * as visitorsSchema from "#lib/tenancy/visitors/schema.ts";
import * as visitorsTotalsSchema from "#lib/tenancy/visitors/totals-schema.ts";

/** Schema modules by domain: the reference names schemas by their exports. */
export const schemaModules: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "bookables/bookable-schema": bookablesBookableSchema,
  "bookables/provider-schema": bookablesProviderSchema,
  "bookables/service-schema": bookablesServiceSchema,
  "reservations/request-schema": reservationsRequestSchema,
  "reservations/schema": reservationsSchema,
  "reservations/view-schema": reservationsViewSchema,
  "schedules/schema": schedulesSchema,
  "carts/event-schema": cartsEventSchema,
  "carts/problem-schema": cartsProblemSchema,
  "carts/quote-schema": cartsQuoteSchema,
  "carts/request-schema": cartsRequestSchema,
  "carts/schema": cartsSchema,
  "inventory/schema": inventorySchema,
  "locations/schema": locationsSchema,
  "orders/annotation-schema": ordersAnnotationSchema,
  "orders/books-schema": ordersBooksSchema,
  "orders/refund-view-schema": ordersRefundViewSchema,
  "orders/request-schema": ordersRequestSchema,
  "orders/schema": ordersSchema,
  "orders/view-schema": ordersViewSchema,
  "products/found-schema": productsFoundSchema,
  "products/import-schema": productsImportSchema,
  "products/schema": productsSchema,
  "shipping/parcel-schema": shippingParcelSchema,
  "shipping/schema": shippingSchema,
  "blocks/filter-schema": blockFilterSchema,
  "blocks/names-schema": blocksNamesSchema,
  "blocks/schema": blocksSchema,
  "collections/schema": collectionsSchema,
  "entries/schema": entriesSchema,
  "forms/schema": formsSchema,
  "legacy-content/entry-schema": legacyContentEntrySchema,
  "legacy-content/schema": legacyContentSchema,
  "media/schema": mediaSchema,
  "media/update-schema": mediaUpdateSchema,
  "nodes/schema": nodesSchema,
  "taxonomies/schema": taxonomiesSchema,
  "http/page": httpPage,
  "mail/address-schema": mailAddressSchema,
  "records/schema": recordsSchema,
  "activity/feed-schema": activityFeedSchema,
  "activity/schema": activitySchema,
  "newsletters/schema": newslettersSchema,
  "mail/counts-schema": mailCountsSchema,
  "mail/schema": mailSchema,
  "webhooks/attempt-schema": webhooksAttemptSchema,
  "webhooks/delivery-schema": webhooksDeliverySchema,
  "webhooks/schema": webhooksSchema,
  "social/account-schema": socialAccountSchema,
  "social/attempt-schema": socialAttemptSchema,
  "social/comment-schema": socialCommentSchema,
  "social/metrics-schema": socialMetricsSchema,
  "social/schema": socialSchema,
  "support/agent-schema": supportAgentSchema,
  "support/inbox-schema": supportInboxSchema,
  "support/schema": supportSchema,
  "markets/address-schema": marketsAddressSchema,
  "markets/schema": marketsSchema,
  "storefront/place-schema": marketsPlaceSchema,
  "money/totals-schema": moneyTotalsSchema,
  "payments/intent-schema": paymentsIntentSchema,
  "payments/provider-schema": paymentsProviderSchema,
  "payments/schema": paymentsSchema,
  "payments/stripe-event-schema": paymentsStripeEventSchema,
  "plans/schema": plansSchema,
  "subscriptions/schema": subscriptionsSchema,
  "promo-codes/schema": promoCodesSchema,
  "platform-data/schema": platformDataSchema,
  "scripts/schema": scriptsSchema,
  "setup/schema": setupSchema,
  "today/schema": todaySchema,
  "figures/schema": figuresSchema,
  "workflow-tools/schema": workflowToolsSchema,
  "people/member-schema": peopleMemberSchema,
  "people/schema": peopleSchema,
  "people/user-schema": peopleUserSchema,
  "tenants/currency-schema": tenantsCurrencySchema,
  "tenants/language-schema": tenantsLanguageSchema,
  "tenants/market-schema": tenantsMarketSchema,
  "tenants/origin-schema": tenantsOriginSchema,
  "tenants/schema": tenantsSchema,
  "tenants/view-schema": tenantsViewSchema,
  "tenants/webhook-schema": tenantsWebhookSchema,
  "customers/schema": visitorsCustomerSchema,
  "customers/postal-address-schema": visitorsPostalAddressSchema,
  "visitors/schema": visitorsSchema,
  "carts/source-schema": cartsSourceSchema,
  "payments/adapters-schema": paymentsAdaptersSchema,
  "customers/timeline-schema": customersTimelineSchema,
  "customers/merge-schema": visitorsMergeSchema,
  "customers/own-consents-schema": visitorsOwnConsentsSchema,
  "customers/totals-schema": visitorsTotalsSchema,
};
