import { Checkbox, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useState, useSyncExternalStore } from "react";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { Failure } from "#console/shared/failure.tsx";
import { Action, Page as Frame, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { refreshRoles, useAccount } from "#console/shared/session/account.ts";
import { getSettings, onSettings, type Settings, setSettings } from "#console/shared/settings.ts";
import { useMay, useStore } from "#console/shared/store.ts";
import { dayAndTime } from "#console/shared/time.ts";
import { showToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import { t } from "./texts.ts";

export function Page() {
  const account = useAccount();
  return (
    <Frame title={t.title}>
      <Region title={t.profile}>
        <ReadView of={account}>{(data) => <Profile account={data} />}</ReadView>
      </Region>
      <DeviceSettings />
      <Sessions />
    </Frame>
  );
}

function Profile({ account }: { account: Schemas["Account"] }) {
  const may = useMay();
  const [name, setName] = useState(account.name);
  const update = useWrite("updateAccount");
  const save = async () => {
    if (!(await update.send({}, { name: name.trim() }))) return;
    await refreshRoles();
    showToast(w.saved);
  };
  return (
    <Stack>
      <TextInput
        label={t.name}
        autoComplete="name"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Text>
        {t.email}: <bdi>{account.email}</bdi>
      </Text>
      {update.error !== undefined && <Failure error={update.error} retry={() => void save()} />}
      {may("updateAccount") && name.trim() !== account.name && (
        <div>
          <Action primary busy={update.busy} onClick={() => void save()}>
            {w.save}
          </Action>
        </div>
      )}
    </Stack>
  );
}

function DeviceSettings() {
  const { language, colours, keys } = useSyncExternalStore(onSettings, getSettings);
  return (
    <Region title={t.settings}>
      <Stack>
        <NativeSelect
          label={t.language}
          value={language}
          data={[
            { value: "en", label: "English" },
            { value: "de", label: "Deutsch" },
          ]}
          onChange={(event) => setSettings({ language: event.currentTarget.value === "de" ? "de" : "en" })}
        />
        <NativeSelect
          label={t.colours}
          value={colours}
          data={[
            { value: "auto", label: t.auto },
            { value: "light", label: t.light },
            { value: "dark", label: t.dark },
          ]}
          onChange={(event) => setSettings({ colours: event.currentTarget.value as Settings["colours"] })}
        />
        <Checkbox
          label={t.keys}
          checked={keys}
          onChange={(event) => setSettings({ keys: event.currentTarget.checked })}
        />
      </Stack>
    </Region>
  );
}

function Sessions() {
  const may = useMay();
  const { timezone } = useStore();
  const sessions = useRead("listSessions", {}, { limit: 50 });
  const revoke = useWrite("revokeSession", ["listSessions"]);
  const revokeDevice = async (sessionId: string) => {
    if (await revoke.send({ sessionId }, undefined)) showToast(t.ended);
  };
  return (
    <Region title={t.devices}>
      {revoke.error !== undefined && <Failure error={revoke.error} />}
      <ReadView of={sessions}>
        {({ items }) => (
          <ul className="plain">
            {items
              .filter(({ status }) => status === "active")
              .map(({ id, user_agent, last_used_at }) => (
                <li key={id} className="parcel">
                  <div>
                    <bdi>{deviceOf(user_agent) || t.unknownDevice}</bdi>
                    <Text size="sm" className="quiet">
                      {t.lastUsed(dayAndTime(last_used_at, timezone))}
                    </Text>
                  </div>
                  {may("revokeSession") && (
                    <Action busy={revoke.busy} onClick={() => void revokeDevice(id)}>
                      {t.end}
                    </Action>
                  )}
                </li>
              ))}
          </ul>
        )}
      </ReadView>
    </Region>
  );
}

/** The browser and system of a user agent. */
function deviceOf(agent: string): string {
  const browser = [/Edg/, /Firefox/, /Chrome/, /Safari/].find((each) => each.test(agent));
  const system = /Windows|Android|iPhone|iPad|Mac OS|Linux/.exec(agent)?.[0];
  const name = browser?.source.replace("Edg", "Edge");
  return [name, system].filter(Boolean).join(", ") || agent.slice(0, 60);
}
