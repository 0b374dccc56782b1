import { Alert, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { config } from "#console/shared/config.ts";
import { CopyField } from "#console/shared/copy-field.tsx";
import { confirm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { count } from "#console/shared/money.ts";
import { Action, DescriptionList, Page as Frame, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { dayAndTime } from "#console/shared/time.ts";
import { showToast } from "#console/shared/toast.tsx";
import { Connect } from "./connect.tsx";
import { t } from "./texts.ts";

type Provider = Schemas["PaymentProvider"];

export function Page() {
  const may = useMay();
  const [connecting, setConnecting] = useState(false);
  const providers = useRead("listPaymentProviders", {});
  const none = providers.data?.items.length === 0;
  const connect = may("createPaymentProvider") && providers.data && (
    <Action primary={none} onClick={() => setConnecting(true)}>
      {none ? t.connect : t.replaceKeys}
    </Action>
  );
  return (
    <Frame title={t.title} back={{ to: "settings", name: t.settings }} actions={connect}>
      {config().sandbox && (
        <Alert mb="md" title={t.sandbox}>
          {t.sandboxText}
        </Alert>
      )}
      <ReadView of={providers}>
        {({ items }) =>
          items.length === 0 ? (
            <Region title={t.stripe}>
              <Text>{t.none}</Text>
            </Region>
          ) : (
            items.map((provider) => <ConnectedProvider key={provider.id} provider={provider} />)
          )
        }
      </ReadView>
      {connecting && <Connect close={() => setConnecting(false)} />}
    </Frame>
  );
}

function ConnectedProvider({ provider }: { provider: Provider }) {
  const may = useMay();
  const { timezone } = useStore();
  const remove = useWrite("deletePaymentProvider", ["listPaymentProviders"]);
  const { refused_callbacks: refused } = provider;
  const disconnect = async () => {
    const yes = await confirm({
      title: t.disconnect,
      text: t.disconnectText,
      yes: t.disconnect,
      danger: true,
    });
    if (yes && (await remove.send({ providerId: provider.id }, undefined))) showToast(t.disconnected);
  };
  return (
    <Region
      title={t.stripe}
      beside={
        may("deletePaymentProvider") && (
          <Action danger busy={remove.busy} onClick={() => void disconnect()}>
            {t.disconnect}
          </Action>
        )
      }
    >
      <Stack>
        {remove.error !== undefined && <Failure error={remove.error} />}
        <DescriptionList
          items={[
            [t.publishableKey, <bdi key="key">{provider.publishable_key}</bdi>],
            [t.callbacks, provider.has_webhook_secret ? t.proven : t.unproven],
            [
              t.refused,
              refused.last_at === null
                ? undefined
                : `${count(refused.signature + refused.wrong_store + refused.unknown_payment)}, ${dayAndTime(refused.last_at, timezone)}`,
            ],
          ]}
        />
        {refused.signature > 0 && <Alert color="yellow">{t.signatureText}</Alert>}
        <CopyField label={t.webhookUrl} value={provider.webhook_url} help={t.webhookHelp} />
      </Stack>
    </Region>
  );
}
