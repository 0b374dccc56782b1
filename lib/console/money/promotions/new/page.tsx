import { PROMOTIONS, promotionPath } from "#console/money/links.ts";
import { useRead } from "#console/shared/api/hooks.ts";
import { Page as Frame } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { useStoreNavigate } from "#console/shared/store-link.tsx";
import { useSearchParams } from "#console/shared/url-params.ts";
import { PromoForm } from "../form/form.tsx";
import { t } from "./texts.ts";

/** The form for a new code. `like` in the URL is the id of a code to copy. */
export function Page() {
  const go = useStoreNavigate();
  const { like: likeId = "" } = useSearchParams();
  const markets = useRead("listMarkets", {});
  const like = useRead("getPromoCode", { promoCodeId: likeId }, undefined, { enabled: likeId !== "" });
  const waits = likeId && markets.data ? like : markets;
  return (
    <Frame title={t.title} back={{ to: PROMOTIONS, name: t.promotions }}>
      <ReadView<unknown> of={waits} lines={6}>
        {() =>
          markets.data && (
            <PromoForm
              key={likeId}
              template={like.data}
              markets={markets.data.items}
              saved={({ id }) => void go(promotionPath(id), { replace: true, ignoreBlocker: true })}
            />
          )
        }
      </ReadView>
    </Frame>
  );
}
