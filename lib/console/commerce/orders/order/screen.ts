import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "orders/$id",
  title: ["Order", "Bestellung"],
  needs: "getOrder",
  prefetch: ({ id = "" }) => [readRequest("getOrder", { orderId: id })],
  page: () => import("./page.tsx"),
});
