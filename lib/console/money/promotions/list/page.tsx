import { intentKey } from "@storefront-backend/client";
import { NEW_PROMOTION, PROMOTIONS, promotionPath } from "#console/money/links.ts";
import { write } from "#console/shared/api/call.ts";
import { useRead } from "#console/shared/api/hooks.ts";
import { invalidateReads } from "#console/shared/api/queries.ts";
import { confirm } from "#console/shared/dialog.tsx";
import type { BulkAction } from "#console/shared/list/bulk.tsx";
import { RecordList } from "#console/shared/list/list.tsx";
import { money } from "#console/shared/money.ts";
import { Page as Frame, LinkButton } from "#console/shared/page.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { w } from "#console/shared/words.ts";
import { type PromoColumnData, promoColumns } from "../fields.tsx";
import { t } from "./texts.ts";

export function Page() {
  const may = useMay();
  const columnData = usePromoColumnData();
  const bulk = useBulk();
  const make = may("createPromoCode") && (
    <span data-new>
      <LinkButton to={NEW_PROMOTION} primary>
        {t.newCode}
      </LinkButton>
    </span>
  );
  return (
    <Frame title={t.title} actions={make}>
      <RecordList
        path={PROMOTIONS}
        name={t.name}
        operation="listPromoCodes"
        fields={promoColumns(columnData)}
        titleColumn={{ label: ["Code", "Code"], name: ({ code }) => code, to: ({ id }) => promotionPath(id) }}
        bulk={bulk}
        empty={make}
      />
    </Frame>
  );
}

/** Reads the markets and the revenue of the codes. */
function usePromoColumnData(): PromoColumnData {
  const { timezone: zone } = useStore();
  const markets = useRead("listMarkets", {});
  const query = { range: "90d", split: "promo_code", by: "total", limit: "100" };
  const figures = useRead("getFigures", { family: "sales" }, query as never);
  return {
    zone,
    currencyOf: (market) =>
      markets.data?.items.find(({ id, key }) => id === market || key === market)?.currency,
    revenueOf: (code) => {
      const sums = new Map<string, number>();
      for (const { currency, rows } of figures.data?.groups ?? [])
        for (const { id, values } of rows ?? [])
          if (currency && id?.toLowerCase() === code.toLowerCase())
            sums.set(currency, (sums.get(currency) ?? 0) + (values.total ?? 0));
      return [...sums].map(([currency, sum]) => money(sum, currency)).join(", ") || undefined;
    },
  };
}

function useBulk(): BulkAction[] {
  const may = useMay();
  const { id: store } = useStore();
  if (!may("updatePromoCode")) return [];
  return [
    {
      label: w.archive,
      ask: async (ids) =>
        (await confirm({ title: w.archive, text: t.archiveText(ids.length), yes: w.archive })) || undefined,
      perRecord: (promoCodeId) =>
        write("updatePromoCode", store, { promoCodeId }, { status: "archived" }, intentKey()),
      after: () => void invalidateReads(store, ["listPromoCodes", "getPromoCode"]),
    },
  ];
}
