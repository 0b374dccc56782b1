import { NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { config } from "#console/shared/config.ts";
import { Copied } from "#console/shared/copy.tsx";
import { confirm, DialogForm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { Loaded } from "#console/shared/loaded.tsx";
import { Act, Page as Frame, Region } from "#console/shared/page.tsx";
import { tell } from "#console/shared/status.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { day } from "#console/shared/time.ts";
import { t } from "./texts.ts";

type Connection = Schemas["ShippingConnection"];
type Kind = Connection["type"];
const NAMES: Record<Kind, string> = { shippo: "Shippo", sandbox: "Sandbox" };

export function Page() {
  const may = useMay();
  const [connecting, setConnecting] = useState(false);
  const providers = useRead("listShippingProviders", {});
  const connect = may("createShippingProvider") && (
    <span data-new>
      <Act primary act={() => setConnecting(true)}>
        {t.connect}
      </Act>
    </span>
  );
  return (
    <Frame title={t.title} back={{ to: "settings", name: t.settings }} actions={connect}>
      <Loaded of={providers}>
        {({ items }) =>
          items.length === 0 ? (
            <Region title={t.labels}>
              <Text>{t.none}</Text>
            </Region>
          ) : (
            items.map((provider) => <One key={provider.id} provider={provider} />)
          )
        }
      </Loaded>
      {connecting && <Connect close={() => setConnecting(false)} />}
    </Frame>
  );
}

function One({ provider: { id, type, created_at, webhook_url } }: { provider: Connection }) {
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
    if (yes && (await remove.send({ shippingProviderId: id }, undefined))) tell(t.disconnected);
  };
  return (
    <Region
      title={NAMES[type]}
      beside={
        may("deleteShippingProvider") && (
          <Act danger busy={remove.busy} act={() => void act()}>
            {t.disconnect}
          </Act>
        )
      }
    >
      <Stack>
        {remove.error !== undefined && <Failure error={remove.error} />}
        <Text className="quiet">{t.since(day(created_at, timezone))}</Text>
        {webhook_url && <Copied label={t.webhookUrl} value={webhook_url} help={t.webhookHelp} />}
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
    tell(t.connected);
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
        data={offered.map((value) => ({ value, label: NAMES[value] }))}
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
