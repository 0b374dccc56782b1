import { Alert } from "@mantine/core";
import { useState } from "react";
import { useRead } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { CopyField } from "#console/shared/copy-field.tsx";
import { Page as Frame, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { StatusBadge } from "#console/shared/status-badge.tsx";
import { useStore } from "#console/shared/store.ts";
import { dayAndTime } from "#console/shared/time.ts";
import { usePathParam } from "#console/shared/url-params.ts";
import { takeSecret } from "../new-secret.ts";
import { STATES, stateOf } from "../webhook-states.ts";
import { Actions } from "./actions.tsx";
import { Attempts } from "./attempts.tsx";
import { Edit } from "./edit.tsx";
import { t } from "./texts.ts";

export function Page() {
  const webhookId = usePathParam("id");
  const [secret, setSecret] = useState(() => takeSecret(webhookId));
  const webhook = useRead("getWebhook", { webhookId }, undefined, { every: 30_000 });
  return (
    <Frame
      title={webhook.data ? webhook.data.name || webhook.data.key : t.title}
      back={{ to: "settings/webhooks", name: t.webhooks }}
      beside={webhook.data && <StatusBadge choices={STATES} value={stateOf(webhook.data)} />}
      actions={webhook.data && <Actions webhook={webhook.data} rotated={setSecret} />}
    >
      {secret !== undefined && (
        <Region title={t.fresh}>
          <CopyField label={t.secret} value={secret} help={t.once} />
        </Region>
      )}
      <ReadView of={webhook} notFoundPage>
        {(data) => (
          <>
            <FailureAlert webhook={data} />
            <Region title={t.delivery} className="fields">
              <Edit webhook={data} />
            </Region>
            <Attempts webhook={data} />
          </>
        )}
      </ReadView>
    </Frame>
  );
}

function FailureAlert({
  webhook: { enabled, failing_since, disabled_reason },
}: {
  webhook: Schemas["Webhook"];
}) {
  const { timezone } = useStore();
  if (!enabled && disabled_reason)
    return (
      <Alert color="red" mb="md" title={t.stopped}>
        {disabled_reason === "gone" ? t.gone : t.failing}
      </Alert>
    );
  if (!enabled || failing_since === null) return null;
  return (
    <Alert color="yellow" mb="md" title={t.failsSince(dayAndTime(failing_since, timezone))}>
      {t.failsText}
    </Alert>
  );
}
