import { Text } from "@mantine/core";
import { useState } from "react";
import { useRead } from "#console/shared/api/hooks.ts";
import { DataTable } from "#console/shared/data-table.tsx";
import { Action, Page as Frame, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { StatusBadge } from "#console/shared/status-badge.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { StoreLink } from "#console/shared/store-link.tsx";
import { shortTime } from "#console/shared/time.ts";
import { STATES, stateOf } from "../webhook-states.ts";
import { NewWebhook } from "./new-webhook.tsx";
import { t } from "./texts.ts";

export function Page() {
  const may = useMay();
  const { timezone } = useStore();
  const [making, setMaking] = useState(false);
  const webhooks = useRead("listWebhooks", {}, undefined, { every: 30_000 });
  const make = may("createWebhook") && (
    <span data-new>
      <Action primary onClick={() => setMaking(true)}>
        {t.create}
      </Action>
    </span>
  );
  return (
    <Frame title={t.title} back={{ to: "settings", name: t.settings }} actions={make}>
      <Region title={t.addresses}>
        <ReadView of={webhooks}>
          {({ items }) =>
            items.length === 0 ? (
              <Text>{t.none}</Text>
            ) : (
              <DataTable name={t.title} headings={[t.name, t.address, t.state, t.lastSuccess]}>
                {items.map((webhook) => (
                  <tr key={webhook.id} data-row={webhook.id}>
                    <td>
                      <StoreLink to={`settings/webhooks/${webhook.id}`}>
                        <bdi>{webhook.name || webhook.key}</bdi>
                      </StoreLink>
                    </td>
                    <td>
                      <bdi className="address">{webhook.url}</bdi>
                    </td>
                    <td>
                      <StatusBadge choices={STATES} value={stateOf(webhook)} />
                    </td>
                    <td>
                      {webhook.last_success_at === null ? "–" : shortTime(webhook.last_success_at, timezone)}
                    </td>
                  </tr>
                ))}
              </DataTable>
            )
          }
        </ReadView>
      </Region>
      {making && <NewWebhook close={() => setMaking(false)} />}
    </Frame>
  );
}
