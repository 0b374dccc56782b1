import { Text } from "@mantine/core";
import { intentKey } from "@storefront-backend/client";
import { useState } from "react";
import { NEW_PROMOTION, PROMOTIONS } from "#console/money/links.ts";
import { write } from "#console/shared/api/call.ts";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import { outdate } from "#console/shared/api/queries.ts";
import { Failure } from "#console/shared/failure.tsx";
import { useGo } from "#console/shared/go.tsx";
import { Shown } from "#console/shared/list/rows.tsx";
import { Loaded } from "#console/shared/loaded.tsx";
import { Mark } from "#console/shared/mark.tsx";
import { count } from "#console/shared/money.ts";
import { Act, Page as Frame, Region, Terms } from "#console/shared/page.tsx";
import { useSlot } from "#console/shared/place.ts";
import { tell, tellUndoable } from "#console/shared/status.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { say } from "#console/shared/texts.ts";
import { w } from "#console/shared/words.ts";
import { promoList } from "../fields.tsx";
import { PromoForm } from "../form/form.tsx";
import type { Market } from "../form/values.ts";
import type { Promo } from "../rules.ts";
import { STATUSES } from "../words.ts";
import { t } from "./texts.ts";

export function Page() {
  const may = useMay();
  const id = useSlot("id");
  const promo = useRead("getPromoCode", { promoCodeId: id });
  const markets = useRead("listMarkets", {});
  const [hidden, setHidden] = useState(false);
  const { data } = promo;
  const status = hidden ? "archived" : (data?.status ?? "active");
  return (
    <Frame
      title={data?.code ?? "…"}
      back={{ to: PROMOTIONS, name: t.promotions }}
      beside={data && <Mark of={STATUSES} value={status} />}
      actions={data && <Actions promo={{ ...data, status }} hide={setHidden} />}
    >
      <Loaded of={promo} lines={6} page>
        {(whole) => (
          <Loaded of={markets} lines={6}>
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
          </Loaded>
        )}
      </Loaded>
    </Frame>
  );
}

function Actions({ promo, hide }: { promo: Promo; hide: (hidden: boolean) => void }) {
  const may = useMay();
  const go = useGo();
  const { id: store } = useStore();
  const revive = useWrite("updatePromoCode", ["getPromoCode", "listPromoCodes"]);
  const target = { promoCodeId: promo.id };
  const archive = () => {
    hide(true);
    const act = () =>
      void write("updatePromoCode", store, target, { status: "archived" }, intentKey())
        .catch((error: unknown) => tell(String(Object(error).message)))
        .then(() => outdate(store, ["getPromoCode", "listPromoCodes"]))
        .finally(() => hide(false));
    tellUndoable(t.archived, act, () => hide(false));
  };
  const activate = async () => {
    if (await revive.send(target, { status: "active" })) tell(w.saved);
  };
  return (
    <>
      {may("createPromoCode") && (
        <Act act={() => void go(NEW_PROMOTION, { search: { like: promo.id } })}>{t.duplicate}</Act>
      )}
      {may("updatePromoCode") &&
        (promo.status === "active" ? (
          <Act act={archive}>{w.archive}</Act>
        ) : (
          <Act busy={revive.busy} act={() => void activate()}>
            {t.activate}
          </Act>
        ))}
      {revive.error !== undefined && <Failure error={revive.error} again={() => void activate()} />}
    </>
  );
}

/** A code for users who may not change it. */
function Detail({ promo, markets }: { promo: Promo; markets: readonly Market[] }) {
  const { timezone: zone } = useStore();
  const currencyOf = (market: string) =>
    markets.find(({ id, key }) => id === market || key === market)?.currency;
  const shown = promoList({ zone, currencyOf, revenueOf: () => undefined });
  return (
    <Region title={t.terms}>
      <Terms
        of={shown
          .filter(({ list, name }) => list === true && name !== "revenue")
          .map((field) => [say(field.label), <Shown key={field.name} field={field} record={promo} />])}
      />
    </Region>
  );
}
