import { NativeSelect, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { CopyField } from "#console/shared/copy-field.tsx";
import { confirm, DialogForm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { Action, Page as Frame, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { dayText } from "#console/shared/time.ts";
import { showToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import { t } from "./texts.ts";

type Token = Schemas["ApiToken"];

/** The screen of the user's own API tokens, which have the user's role in every store. */
export function Page() {
  const may = useMay();
  const [opened, setOpened] = useState<"new" | Token>();
  const [secret, setSecret] = useState<string>();
  const tokens = useRead("listApiTokens", {}, { limit: 100 });
  const make = may("createApiToken") && (
    <span data-new>
      <Action primary onClick={() => setOpened("new")}>
        {t.create}
      </Action>
    </span>
  );
  return (
    <Frame title={t.title} back={{ to: "settings", name: t.settings }} actions={make}>
      {secret !== undefined && (
        <Region title={t.fresh}>
          <CopyField label={t.token} value={secret} help={t.once} />
        </Region>
      )}
      <Region title={t.title}>
        <Text size="sm" mb="sm">
          {t.reach}
        </Text>
        <ReadView of={tokens}>{({ items }) => <Tokens tokens={items} rename={setOpened} />}</ReadView>
      </Region>
      {opened === "new" && <CreateToken close={() => setOpened(undefined)} made={setSecret} />}
      {opened && opened !== "new" && <RenameToken token={opened} close={() => setOpened(undefined)} />}
    </Frame>
  );
}

function Tokens({ tokens, rename }: { tokens: readonly Token[]; rename: (token: Token) => void }) {
  const may = useMay();
  const { timezone } = useStore();
  const revoke = useWrite("revokeApiToken", ["listApiTokens"]);
  const shown = tokens.filter(({ status }) => status !== "revoked");
  const revokeToken = async ({ id, name }: Token) => {
    const yes = await confirm({ title: t.revoke, text: t.revokeText(name), yes: t.revoke, danger: true });
    if (yes && (await revoke.send({ tokenId: id }, undefined))) showToast(t.revoked);
  };
  if (shown.length === 0) return <Text>{t.none}</Text>;
  return (
    <>
      {revoke.error !== undefined && <Failure error={revoke.error} />}
      <ul className="plain">
        {shown.map((token) => (
          <li key={token.id} className="parcel">
            <div>
              <bdi className="strong">{token.name}</bdi> <span className="quiet">…{token.token_hint}</span>
              <div className="quiet">
                {token.last_used_at === null ? t.unused : t.used(dayText(token.last_used_at, timezone))}
                {" · "}
                {token.status === "expired"
                  ? t.expired
                  : token.expires_at === null
                    ? t.forever
                    : t.until(dayText(token.expires_at, timezone))}
              </div>
            </div>
            <div className="page-actions">
              {may("renameApiToken") && <Action onClick={() => rename(token)}>{t.rename}</Action>}
              {may("revokeApiToken") && (
                <Action danger busy={revoke.busy} onClick={() => void revokeToken(token)}>
                  {t.revoke}
                </Action>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

const LIFETIME_DAYS = ["30", "90", "365", ""] as const;

function CreateToken({ close, made }: { close: () => void; made: (secret: string) => void }) {
  const [name, setName] = useState("");
  const [days, setDays] = useState<string>("90");
  const create = useWrite("createApiToken", ["listApiTokens"]);
  const submit = async () => {
    const expires_at = days ? Math.floor(Date.now() / 1000) + Number(days) * 86_400 : null;
    const token = await create.send({}, { name: name.trim(), expires_at });
    if (!token) return;
    made(token.value);
    close();
  };
  return (
    <DialogForm
      title={t.create}
      close={close}
      action={t.create}
      submit={() => void submit()}
      busy={create.busy}
      error={create.error}
      blocked={!name.trim()}
    >
      <NameInput value={name} set={setName} />
      <NativeSelect
        label={t.expires}
        value={days}
        data={LIFETIME_DAYS.map((value) => ({ value, label: value ? t.days(value) : t.forever }))}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

function RenameToken({ token, close }: { token: Token; close: () => void }) {
  const [name, setName] = useState(token.name);
  const rename = useWrite("renameApiToken", ["listApiTokens"]);
  const submit = async () => {
    if (!(await rename.send({ tokenId: token.id }, { name: name.trim() }))) return;
    showToast(w.saved);
    close();
  };
  return (
    <DialogForm
      title={t.rename}
      close={close}
      action={w.save}
      submit={() => void submit()}
      busy={rename.busy}
      error={rename.error}
      blocked={!name.trim()}
    >
      <NameInput value={name} set={setName} />
    </DialogForm>
  );
}

function NameInput({ value, set }: { value: string; set: (name: string) => void }) {
  return (
    <TextInput
      label={t.name}
      description={t.nameHelp}
      data-autofocus
      maxLength={100}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
