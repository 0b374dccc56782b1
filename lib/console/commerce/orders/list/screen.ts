import { readRequest } from "#console/shared/api/queries.ts";
import { IconOrders } from "#console/shared/icons.ts";
import { recordSearch, screen } from "#console/shared/screen.ts";
import { ORDER_SEARCH, ORDER_VIEWS } from "../search.ts";

export const SCREEN = screen({
  path: "orders",
  title: ["Orders", "Bestellungen"],
  needs: "listOrders",
  navigation: { group: "main", place: 20, icon: IconOrders, letter: "o" },
  search: ORDER_SEARCH,
  recordSearch: recordSearch("listOrders", ({ id, number, email, customer_name }) => ({
    name: `#${number}`,
    path: `orders/${id}`,
    more: customer_name ?? email ?? "",
  })),
  prefetch: (_params, { view, columns: _columns, ...rest }) => [
    readRequest("listOrders", {}, {
      limit: "50",
      ...ORDER_VIEWS.find(({ name }) => name === view)?.query,
      ...rest,
    } as never),
  ],
  page: () => import("./page.tsx"),
});
