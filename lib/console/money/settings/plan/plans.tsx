import { Text } from "@mantine/core";
import { useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { confirm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { count, money } from "#console/shared/money.ts";
import { Action } from "#console/shared/page.tsx";
import { useMay } from "#console/shared/store.ts";
import { useScreenUrl } from "#console/shared/store-link.tsx";
import { showToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import { t } from "./texts.ts";

type Plan = Schemas["Plan"];

export function priceText({ price: { amount, currency, interval } }: Plan): string {
  return amount === 0 ? t.free : t.each(money(amount, currency), interval);
}

/** The plans of the platform, from which an owner chooses. */
export function Plans({
  plans,
  subscription,
}: {
  plans: readonly Plan[];
  subscription: Schemas["Subscription"];
}) {
  const may = useMay();
  const address = useScreenUrl();
  const subscribe = useWrite("subscribeToPlan", ["showSubscription"]);
  const choosePlan = async (plan: Plan) => {
    const yes = await confirm({ title: t.choose(plan.name), text: t.chooseText, yes: t.choose(plan.name) });
    if (!yes) return;
    const back = `${location.origin}${address("settings/plan")}`;
    const done = await subscribe.send({}, { planId: plan.id, successUrl: back, cancelUrl: back });
    if (!done) return;
    if (done.url) location.assign(done.url);
    else showToast(w.saved);
  };
  if (plans.length === 0) return <Text>{t.noPlans}</Text>;
  return (
    <>
      {subscribe.error !== undefined && <Failure error={subscribe.error} />}
      <ul className="plain">
        {plans.map((plan) => (
          <li key={plan.id} className="parcel">
            <div>
              <span className="strong">{plan.name}</span> <span className="quiet">{priceText(plan)}</span>
              <Text size="sm" className="quiet">
                {Object.entries(plan.features)
                  .map(([name, { limit }]) => t.feature(name, limit === null ? t.unlimited : count(limit)))
                  .join(" · ")}
              </Text>
            </div>
            {plan.id === subscription.planId ? (
              <span className="quiet">{t.yours}</span>
            ) : plan.id === subscription.pendingPlanId ? (
              <span className="quiet">{t.pending}</span>
            ) : (
              may("subscribeToPlan") && (
                <Action busy={subscribe.busy} onClick={() => void choosePlan(plan)}>
                  {t.choose(plan.name)}
                </Action>
              )
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
