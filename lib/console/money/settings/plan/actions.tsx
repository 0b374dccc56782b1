import { useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { confirm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { useAddress } from "#console/shared/go.tsx";
import { Act } from "#console/shared/page.tsx";
import { tell } from "#console/shared/status.tsx";
import { useMay } from "#console/shared/store.ts";
import { w } from "#console/shared/words.ts";
import { t } from "./texts.ts";

/** The actions for a paid plan. */
export function Actions({ subscription }: { subscription: Schemas["Subscription"] }) {
  const may = useMay();
  const address = useAddress();
  const portal = useWrite("openPortal");
  const cancel = useWrite("cancelSubscription", ["showSubscription"]);
  const keep = useWrite("reactivateSubscription", ["showSubscription"]);
  if (subscription.plan.price.amount === 0) return null;
  const open = async () => {
    const returnUrl = `${location.origin}${address("settings/plan")}`;
    const opened = await portal.send({}, { returnUrl });
    if (opened) location.assign(opened.url);
  };
  const end = async () => {
    const yes = await confirm({ title: t.end, text: t.endText, yes: t.end, no: t.keep, danger: true });
    if (yes && (await cancel.send({}, undefined))) tell(w.saved);
  };
  const stay = async () => {
    if (await keep.send({}, undefined)) tell(w.saved);
  };
  const changes = subscription.cancelAtPeriodEnd || subscription.pendingPlanId !== null;
  const error = [portal, cancel, keep].find((each) => each.error !== undefined)?.error;
  return (
    <>
      {may("openPortal") && (
        <Act busy={portal.busy} act={() => void open()}>
          {t.portal}
        </Act>
      )}
      {may("reactivateSubscription") && changes && (
        <Act busy={keep.busy} act={() => void stay()}>
          {t.keep}
        </Act>
      )}
      {may("cancelSubscription") && !subscription.cancelAtPeriodEnd && (
        <Act danger busy={cancel.busy} act={() => void end()}>
          {t.end}
        </Act>
      )}
      {error !== undefined && <Failure error={error} />}
    </>
  );
}
