// The setup checklist of a new store.

import type { Context } from "#core/context.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { listServices } from "#lib/booking/bookables/list.ts";
import { listReservations } from "#lib/booking/reservations/list.ts";
import { hasHours } from "#lib/booking/schedules/hours.ts";
import { listOrders } from "#lib/commerce/orders/service.ts";
import { listProducts } from "#lib/commerce/products/service.ts";
import { offersCards } from "#lib/money/markets/service.ts";
import { takesLivePayments } from "#lib/money/payments/chosen-provider.ts";
import { hasTeam } from "#lib/tenancy/people/members.ts";
import { listInvitations } from "#lib/tenancy/people/open-invitations.ts";
import { areMarketsChecked, isShippingSet } from "#lib/tenancy/tenants/default-configs.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import type { Setup } from "./schema.ts";

/** Newest products and services that are read. */
const MAX_RECORDS = 20;

/** Which parts of a store are set up, computed from its records. */
export async function getSetup(ctx: Context, storeId: string): Promise<Setup> {
  const [store, goods, services, isTeam, invited, ordered, booked] = await sideBySide([
    getTenant(ctx, storeId),
    listProducts(ctx, storeId, { status: "active", limit: MAX_RECORDS }),
    listServices(ctx, storeId, { status: "ACTIVE", limit: MAX_RECORDS }),
    hasTeam(storeId),
    listInvitations(ctx, storeId, { limit: 1 }),
    listOrders(ctx, storeId, { limit: 1 }),
    listReservations(ctx, storeId, { limit: 1 }),
  ]);
  const sends = goods.items.some(({ variants }) => variants.some((variant) => variant.requires_shipping));
  const works = services.items.some(({ providers }) =>
    providers.some(({ workingTime }) => hasHours(workingTime)),
  );
  return {
    address: isCompleteAddress(store.address),
    markets_checked: areMarketsChecked(store),
    sellable: goods.items.length > 0 || services.items.length > 0,
    shipping: sends ? isShippingSet(store) : null,
    hours: services.items.length > 0 ? works : null,
    payments: offersCards(store) ? takesLivePayments(store) : null,
    team: isTeam || invited.items.length > 0,
    origins: (store.configs.origins ?? []).length > 0,
    test_order: ordered.items.length > 0 || booked.items.length > 0,
  };
}

function isCompleteAddress({ line1, city, country }: Business["address"]): boolean {
  return [line1, city, country].every((part) => part !== undefined && part !== "");
}
