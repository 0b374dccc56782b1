import { Text } from "@mantine/core";
import { useState } from "react";
import { useRead } from "#console/shared/api/hooks.ts";
import { Go } from "#console/shared/go.tsx";
import { Loaded } from "#console/shared/loaded.tsx";
import { Mark } from "#console/shared/mark.tsx";
import { Act, Page as Frame, Region } from "#console/shared/page.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { Sheet } from "#console/shared/table.tsx";
import { moment } from "#console/shared/time.ts";
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
      <Act primary act={() => setMaking(true)}>
        {t.create}
      </Act>
    </span>
  );
  return (
    <Frame title={t.title} back={{ to: "settings", name: t.settings }} actions={make}>
      <Region title={t.addresses}>
        <Loaded of={webhooks}>
          {({ items }) =>
            items.length === 0 ? (
              <Text>{t.none}</Text>
            ) : (
              <Sheet name={t.title} heads={[t.name, t.address, t.state, t.lastSuccess]}>
                {items.map((webhook) => (
                  <tr key={webhook.id} data-row={webhook.id}>
                    <td>
                      <Go to={`settings/webhooks/${webhook.id}`}>
                        <bdi>{webhook.name || webhook.key}</bdi>
                      </Go>
                    </td>
                    <td>
                      <bdi className="address">{webhook.url}</bdi>
                    </td>
                    <td>
                      <Mark of={STATES} value={stateOf(webhook)} />
                    </td>
                    <td>
                      {webhook.last_success_at === null ? "–" : moment(webhook.last_success_at, timezone)}
                    </td>
                  </tr>
                ))}
              </Sheet>
            )
          }
        </Loaded>
      </Region>
      {making && <NewWebhook close={() => setMaking(false)} />}
    </Frame>
  );
}
