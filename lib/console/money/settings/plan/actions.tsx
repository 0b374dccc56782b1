import { useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { confirm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { Action } from "#console/shared/page.tsx";
import { useMay } from "#console/shared/store.ts";
import { useScreenUrl } from "#console/shared/store-link.tsx";
import { showToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import { t } from "./texts.ts";

/** Buttons to manage, cancel or keep a paid plan; nothing for a free plan. */
export function Actions({ subscription }: { subscription: Schemas["Subscription"] }) {
  const may = useMay();
  const address = useScreenUrl();
  const portal = useWrite("openPortal");
  const cancel = useWrite("cancelSubscription", ["showSubscription"]);
  const reactivate = useWrite("reactivateSubscription", ["showSubscription"]);
  if (subscription.plan.price.amount === 0) return null;
  const openPortal = async () => {
    const returnUrl = `${location.origin}${address("settings/plan")}`;
    const opened = await portal.send({}, { returnUrl });
    if (opened) location.assign(opened.url);
  };
  const cancelPlan = async () => {
    const yes = await confirm({ title: t.end, text: t.endText, yes: t.end, no: t.keep, danger: true });
    if (yes && (await cancel.send({}, undefined))) showToast(w.saved);
  };
  const keepPlan = async () => {
    if (await reactivate.send({}, undefined)) showToast(w.saved);
  };
  const changes = subscription.cancelAtPeriodEnd || subscription.pendingPlanId !== null;
  const error = [portal, cancel, reactivate].find((each) => each.error !== undefined)?.error;
  return (
    <>
      {may("openPortal") && (
        <Action busy={portal.busy} onClick={() => void openPortal()}>
          {t.portal}
        </Action>
      )}
      {may("reactivateSubscription") && changes && (
        <Action busy={reactivate.busy} onClick={() => void keepPlan()}>
          {t.keep}
        </Action>
      )}
      {may("cancelSubscription") && !subscription.cancelAtPeriodEnd && (
        <Action danger busy={cancel.busy} onClick={() => void cancelPlan()}>
          {t.end}
        </Action>
      )}
      {error !== undefined && <Failure error={error} />}
    </>
  );
}
