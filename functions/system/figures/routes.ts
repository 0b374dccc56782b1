// A store's figures, such as sales by day, market and currency.

import { GENERAL } from "#core/errors.ts";
import { get, post, routes } from "#core/http/contract.ts";
import {
  Figures,
  FiguresQuery,
  FiguresStatus,
  FiguresToday,
  Recount,
  StartRecount,
} from "#lib/system/figures/schema.ts";

export const figures = routes("system/figures", "/v1/stores/{storeId}/figures", {
  getFiguresToday: get("/today", {
    summary: "Sales of today, beside yesterday as far, and of the last days",
    needs: "READ",
    returns: FiguresToday,
    errors: [GENERAL.NOT_FOUND],
    extension: true,
  }),
  getFiguresStatus: get("/status", {
    summary: "How far a store's figures are",
    needs: "READ",
    returns: FiguresStatus,
    errors: [GENERAL.NOT_FOUND],
    extension: true,
  }),
  startRecount: post("/recounts", {
    summary: "Reckon a store's figures anew and compare",
    description:
      "It begins after a minute and walks through all records. With `repair`, what it finds is read from then on if it differs. A difference rings an alarm.",
    needs: "ADMIN",
    body: StartRecount,
    returns: Recount,
    status: 202,
    errors: [GENERAL.CONFLICT],
    uses: ["table:write"],
    extension: true,
  }),
  getRecount: get("/recounts/{recountId}", {
    summary: "How far a recount is, and what differs",
    needs: "ADMIN",
    returns: Recount,
    errors: [GENERAL.NOT_FOUND],
    extension: true,
  }),
  getFigures: get("/{family}", {
    summary: "Figures of a store by day, market and currency",
    description:
      "`family` is `sales`, `funnel`, `appointments`, `chats`, `newsletters`, `forms`, `social` or `webhooks`, of which the last is for ADMIN. A figure counts on the day on which it happened: a sale when it was certain, a refund when its money had gone back. A day that is over does not change. There is no sum over currencies.",
    needs: "READ",
    query: FiguresQuery,
    returns: Figures,
    produces: "text/csv",
    errors: [GENERAL.NOT_FOUND],
    extension: true,
  }),
});
