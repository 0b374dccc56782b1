import { Text } from "@mantine/core";
import { intentKey } from "@storefront-backend/client";
import { useState } from "react";
import { NEW_PROMOTION, PROMOTIONS } from "#console/money/links.ts";
import { write } from "#console/shared/api/call.ts";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import { invalidateReads } from "#console/shared/api/queries.ts";
import { Failure } from "#console/shared/failure.tsx";
import { FieldValue } from "#console/shared/list/rows.tsx";
import { count } from "#console/shared/money.ts";
import { Action, DescriptionList, Page as Frame, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { StatusBadge } from "#console/shared/status-badge.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { useStoreNavigate } from "#console/shared/store-link.tsx";
import { say } from "#console/shared/texts.ts";
import { showToast, showUndoToast } from "#console/shared/toast.tsx";
import { usePathParam } from "#console/shared/url-params.ts";
import { w } from "#console/shared/words.ts";
import { promoColumns } from "../fields.tsx";
import { PromoForm } from "../form/form.tsx";
import type { Market } from "../form/values.ts";
import type { Promo } from "../rules.ts";
import { STATUSES } from "../words.ts";
import { t } from "./texts.ts";

export function Page() {
  const may = useMay();
  const id = usePathParam("id");
  const promo = useRead("getPromoCode", { promoCodeId: id });
  const markets = useRead("listMarkets", {});
  const [hidden, setHidden] = useState(false);
  const { data } = promo;
  const status = hidden ? "archived" : (data?.status ?? "active");
  return (
    <Frame
      title={data?.code ?? "…"}
      back={{ to: PROMOTIONS, name: t.promotions }}
      beside={data && <StatusBadge choices={STATUSES} value={status} />}
      actions={data && <Actions promo={{ ...data, status }} hide={setHidden} />}
    >
      <ReadView of={promo} lines={6} notFoundPage>
        {(whole) => (
          <ReadView of={markets} lines={6}>
            {({ items }) => (
              <>
                <Text mb="sm" className="quiet">
                  {t.uses(count(whole.uses))}
                </Text>
                {may("updatePromoCode") ? (
                  <PromoForm key={whole.id} promo={whole} markets={items} saved={() => undefined} />
                ) : (
                  <Detail promo={whole} markets={items} />
                )}
              </>
            )}
          </ReadView>
        )}
      </ReadView>
    </Frame>
  );
}

function Actions({ promo, hide }: { promo: Promo; hide: (hidden: boolean) => void }) {
  const may = useMay();
  const go = useStoreNavigate();
  const { id: store } = useStore();
  const update = useWrite("updatePromoCode", ["getPromoCode", "listPromoCodes"]);
  const target = { promoCodeId: promo.id };
  const archive = () => {
    hide(true);
    const act = () =>
      void write("updatePromoCode", store, target, { status: "archived" }, intentKey())
        .catch((error: unknown) => showToast(String(Object(error).message)))
        .then(() => invalidateReads(store, ["getPromoCode", "listPromoCodes"]))
        .finally(() => hide(false));
    showUndoToast(t.archived, act, () => hide(false));
  };
  const activate = async () => {
    if (await update.send(target, { status: "active" })) showToast(w.saved);
  };
  return (
    <>
      {may("createPromoCode") && (
        <Action onClick={() => void go(NEW_PROMOTION, { search: { like: promo.id } })}>{t.duplicate}</Action>
      )}
      {may("updatePromoCode") &&
        (promo.status === "active" ? (
          <Action onClick={archive}>{w.archive}</Action>
        ) : (
          <Action busy={update.busy} onClick={() => void activate()}>
            {t.activate}
          </Action>
        ))}
      {update.error !== undefined && <Failure error={update.error} retry={() => void activate()} />}
    </>
  );
}

/** Shows a code to users who may not change it. */
function Detail({ promo, markets }: { promo: Promo; markets: readonly Market[] }) {
  const { timezone: zone } = useStore();
  const currencyOf = (market: string) =>
    markets.find(({ id, key }) => id === market || key === market)?.currency;
  const columns = promoColumns({ zone, currencyOf, revenueOf: () => undefined });
  return (
    <Region title={t.terms}>
      <DescriptionList
        items={columns
          .filter(({ list, name }) => list === true && name !== "revenue")
          .map((field) => [say(field.label), <FieldValue key={field.name} field={field} record={promo} />])}
      />
    </Region>
  );
}
