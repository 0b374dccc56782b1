import { Alert, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { config } from "#console/shared/config.ts";
import { Copied } from "#console/shared/copy.tsx";
import { confirm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { Loaded } from "#console/shared/loaded.tsx";
import { count } from "#console/shared/money.ts";
import { Act, Page as Frame, Region, Terms } from "#console/shared/page.tsx";
import { tell } from "#console/shared/status.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { dayAndTime } from "#console/shared/time.ts";
import { Connect } from "./connect.tsx";
import { t } from "./texts.ts";

type Provider = Schemas["PaymentProvider"];

export function Page() {
  const may = useMay();
  const [connecting, setConnecting] = useState(false);
  const providers = useRead("listPaymentProviders", {});
  const none = providers.data?.items.length === 0;
  const connect = may("createPaymentProvider") && providers.data && (
    <Act primary={none} act={() => setConnecting(true)}>
      {none ? t.connect : t.replaceKeys}
    </Act>
  );
  return (
    <Frame title={t.title} back={{ to: "settings", name: t.settings }} actions={connect}>
      {config().sandbox && (
        <Alert mb="md" title={t.sandbox}>
          {t.sandboxText}
        </Alert>
      )}
      <Loaded of={providers}>
        {({ items }) =>
          items.length === 0 ? (
            <Region title={t.stripe}>
              <Text>{t.none}</Text>
            </Region>
          ) : (
            items.map((provider) => <Connected key={provider.id} provider={provider} />)
          )
        }
      </Loaded>
      {connecting && <Connect close={() => setConnecting(false)} />}
    </Frame>
  );
}

function Connected({ provider }: { provider: Provider }) {
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
    if (yes && (await remove.send({ providerId: provider.id }, undefined))) tell(t.disconnected);
  };
  return (
    <Region
      title={t.stripe}
      beside={
        may("deletePaymentProvider") && (
          <Act danger busy={remove.busy} act={() => void disconnect()}>
            {t.disconnect}
          </Act>
        )
      }
    >
      <Stack>
        {remove.error !== undefined && <Failure error={remove.error} />}
        <Terms
          of={[
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
        <Copied label={t.webhookUrl} value={provider.webhook_url} help={t.webhookHelp} />
      </Stack>
    </Region>
  );
}
