import { Alert, Text } from "@mantine/core";
import { useRead } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { DataTable } from "#console/shared/data-table.tsx";
import { count } from "#console/shared/money.ts";
import { DescriptionList, Page as Frame, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { useStore } from "#console/shared/store.ts";
import { dayText } from "#console/shared/time.ts";
import { Actions } from "./actions.tsx";
import { Plans, priceText } from "./plans.tsx";
import { t } from "./texts.ts";

export function Page() {
  const subscription = useRead("showSubscription", {});
  const plans = useRead("listPlans", {});
  return (
    <Frame
      title={t.title}
      back={{ to: "settings", name: t.settings }}
      actions={subscription.data && <Actions subscription={subscription.data} />}
    >
      <ReadView of={subscription}>
        {(data) => (
          <>
            <CurrentPlan subscription={data} />
            <Usage subscription={data} />
            <Region title={t.plans}>
              <ReadView of={plans}>{(all) => <Plans plans={all} subscription={data} />}</ReadView>
            </Region>
          </>
        )}
      </ReadView>
    </Frame>
  );
}

function CurrentPlan({ subscription }: { subscription: Schemas["Subscription"] }) {
  const { timezone } = useStore();
  const { plan, status, currentPeriodEnd, cancelAtPeriodEnd } = subscription;
  const end = currentPeriodEnd === null ? undefined : dayText(currentPeriodEnd, timezone);
  return (
    <Region title={t.now}>
      {status === "PAST_DUE" && (
        <Alert color="red" mb="sm" title={t.pastDue}>
          {t.pastDueText}
        </Alert>
      )}
      <DescriptionList
        items={[
          [t.plan, plan.name],
          [t.price, priceText(plan)],
          [cancelAtPeriodEnd ? t.ends : t.renews, end],
        ]}
      />
    </Region>
  );
}

function Usage({ subscription: { usage } }: { subscription: Schemas["Subscription"] }) {
  const { timezone } = useStore();
  const rows = Object.entries(usage);
  return (
    <Region title={t.usage}>
      {rows.length === 0 ? (
        <Text>{t.noLimits}</Text>
      ) : (
        <DataTable name={t.usage} headings={[t.what, t.used, t.limit, t.resets]}>
          {rows.map(([name, { used, limit, resets_at }]) => (
            <tr key={name}>
              <td>{t.measure(name)}</td>
              <td className="number">{count(used)}</td>
              <td className="number">{limit === null ? t.unlimited : count(limit)}</td>
              <td>{resets_at === null ? "–" : dayText(resets_at, timezone)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </Region>
  );
}
