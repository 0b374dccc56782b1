import { NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { config } from "#console/shared/config.ts";
import { CopyField } from "#console/shared/copy-field.tsx";
import { confirm, DialogForm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { Action, Page as Frame, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { dayText } from "#console/shared/time.ts";
import { showToast } from "#console/shared/toast.tsx";
import { t } from "./texts.ts";

type Connection = Schemas["ShippingProvider"];
type Kind = Connection["type"];
const PROVIDER_NAMES: Record<Kind, string> = { shippo: "Shippo", sandbox: "Sandbox" };

export function Page() {
  const may = useMay();
  const [connecting, setConnecting] = useState(false);
  const providers = useRead("listShippingProviders", {});
  const connect = may("createShippingProvider") && (
    <span data-new>
      <Action primary onClick={() => setConnecting(true)}>
        {t.connect}
      </Action>
    </span>
  );
  return (
    <Frame title={t.title} back={{ to: "settings", name: t.settings }} actions={connect}>
      <ReadView of={providers}>
        {({ items }) =>
          items.length === 0 ? (
            <Region title={t.labels}>
              <Text>{t.none}</Text>
            </Region>
          ) : (
            items.map((provider) => <Provider key={provider.id} provider={provider} />)
          )
        }
      </ReadView>
      {connecting && <Connect close={() => setConnecting(false)} />}
    </Frame>
  );
}

function Provider({ provider: { id, type, created_at, webhook_url } }: { provider: Connection }) {
  const may = useMay();
  const { timezone } = useStore();
  const remove = useWrite("deleteShippingProvider", ["listShippingProviders"]);
  const act = async () => {
    const yes = await confirm({
      title: t.disconnect,
      text: t.disconnectText,
      yes: t.disconnect,
      danger: true,
    });
    if (yes && (await remove.send({ shippingProviderId: id }, undefined))) showToast(t.disconnected);
  };
  return (
    <Region
      title={PROVIDER_NAMES[type]}
      beside={
        may("deleteShippingProvider") && (
          <Action danger busy={remove.busy} onClick={() => void act()}>
            {t.disconnect}
          </Action>
        )
      }
    >
      <Stack>
        {remove.error !== undefined && <Failure error={remove.error} />}
        <Text className="quiet">{t.since(dayText(created_at, timezone))}</Text>
        {webhook_url && <CopyField label={t.webhookUrl} value={webhook_url} help={t.webhookHelp} />}
      </Stack>
    </Region>
  );
}

function Connect({ close }: { close: () => void }) {
  const offered: Kind[] = config().sandbox ? ["sandbox", "shippo"] : ["shippo"];
  const [type, setType] = useState<Kind>(offered[0] ?? "shippo");
  const [token, setToken] = useState("");
  const connect = useWrite("createShippingProvider", ["listShippingProviders"]);
  const submit = async () => {
    const body = type === "sandbox" ? { type } : { type, api_token: token.trim() };
    if (!(await connect.send({}, body))) return;
    showToast(t.connected);
    close();
  };
  return (
    <DialogForm
      title={t.connect}
      close={close}
      action={t.connect}
      submit={() => void submit()}
      busy={connect.busy}
      error={connect.error}
      blocked={type === "shippo" && !token.trim()}
    >
      <NativeSelect
        label={t.provider}
        value={type}
        data={offered.map((value) => ({ value, label: PROVIDER_NAMES[value] }))}
        onChange={(event) => setType(event.currentTarget.value === "sandbox" ? "sandbox" : "shippo")}
      />
      {type === "shippo" && (
        <TextInput
          label={t.token}
          description={t.tokenHelp}
          type="password"
          autoComplete="off"
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
      )}
    </DialogForm>
  );
}
