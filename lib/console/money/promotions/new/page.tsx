import { PROMOTIONS, promotionPath } from "#console/money/links.ts";
import { useRead } from "#console/shared/api/hooks.ts";
import { useGo } from "#console/shared/go.tsx";
import { Loaded } from "#console/shared/loaded.tsx";
import { Page as Frame } from "#console/shared/page.tsx";
import { useAddressSearch } from "#console/shared/place.ts";
import { PromoForm } from "../form/form.tsx";
import { t } from "./texts.ts";

/** The form of a new code; `like` in the address is the id of a code to copy. */
export function Page() {
  const go = useGo();
  const { like: likeId = "" } = useAddressSearch();
  const markets = useRead("listMarkets", {});
  const like = useRead("getPromoCode", { promoCodeId: likeId }, undefined, { enabled: likeId !== "" });
  const waits = likeId && markets.data ? like : markets;
  return (
    <Frame title={t.title} back={{ to: PROMOTIONS, name: t.promotions }}>
      <Loaded<unknown> of={waits} lines={6}>
        {() =>
          markets.data && (
            <PromoForm
              key={likeId}
              like={like.data}
              markets={markets.data.items}
              saved={({ id }) => void go(promotionPath(id), { replace: true, unasked: true })}
            />
          )
        }
      </Loaded>
    </Frame>
  );
}
