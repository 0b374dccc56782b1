import { ask } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";
import { TOLD } from "./told.ts";

export const SCREEN = screen({
  path: "customers/$id",
  title: ["Customer", "Kundschaft"],
  needs: "getCustomer",
  loads: ({ id = "" }) => [
    ask("getCustomer", { contactId: id }),
    ask("listOrders", {}, { customer_id: id, limit: "10" } as never),
    ask("getCustomerTimeline", { contactId: id }, TOLD),
  ],
  page: () => import("./page.tsx"),
});
