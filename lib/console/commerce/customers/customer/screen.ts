import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";
import { TIMELINE_QUERY } from "./timeline-query.ts";

export const SCREEN = screen({
  path: "customers/$id",
  title: ["Customer", "Kundschaft"],
  needs: "getCustomer",
  prefetch: ({ id = "" }) => [
    readRequest("getCustomer", { contactId: id }),
    readRequest("listOrders", {}, { customer_id: id, limit: "10" } as never),
    readRequest("getCustomerTimeline", { contactId: id }, TIMELINE_QUERY),
  ],
  page: () => import("./page.tsx"),
});
