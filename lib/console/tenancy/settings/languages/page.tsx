import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { confirm, DialogForm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { LANGUAGE_NAMES } from "#console/shared/language-names.ts";
import { Action, Page as Frame, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { refreshRoles } from "#console/shared/session/account.ts";
import { useMay } from "#console/shared/store.ts";
import { showToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import { t } from "./texts.ts";

type Store = Schemas["Store"];
type Language = Store["languages"][number];

export function Page() {
  const may = useMay();
  const store = useRead("getStore", {});
  const [adding, setAdding] = useState(false);
  const add = may("updateStore") && store.data && (
    <span data-new>
      <Action primary onClick={() => setAdding(true)}>
        {t.add}
      </Action>
    </span>
  );
  return (
    <Frame title={t.title} back={{ to: "settings", name: t.settings }} actions={add}>
      <ReadView of={store}>{(data) => <Languages store={data} />}</ReadView>
      {adding && store.data && <AddLanguage store={store.data} close={() => setAdding(false)} />}
    </Frame>
  );
}

function useLanguages(store: Store) {
  const update = useWrite("updateStore", ["getStore", "getBusiness"]);
  return {
    ...update,
    async put(languages: readonly Pick<Language, "code" | "is_default">[]): Promise<boolean> {
      const sent = languages.map(({ code, is_default }) => ({ code, is_default }));
      if (!(await update.send({}, { languages: sent, version: store.version }))) return false;
      await refreshRoles();
      showToast(w.saved);
      return true;
    },
  };
}

function Languages({ store }: { store: Store }) {
  const may = useMay();
  const { put, busy, error } = useLanguages(store);
  const remove = async (code: string) => {
    const yes = await confirm({
      title: t.remove(nameOf(code)),
      text: t.removeText,
      yes: w.remove,
      danger: true,
    });
    if (yes) await put(store.languages.filter((each) => each.code !== code));
  };
  const makeDefault = (code: string) =>
    put(store.languages.map((each) => ({ ...each, is_default: each.code === code })));
  return (
    <Region title={t.title}>
      {error !== undefined && <Failure error={error} />}
      <ul className="plain">
        {store.languages.map(({ code, is_default }) => (
          <li key={code} className="parcel">
            <div>
              <span className="strong">{nameOf(code)}</span>
              {is_default && <div className="quiet">{t.isDefault}</div>}
            </div>
            {may("updateStore") && !is_default && (
              <div className="page-actions">
                <Action busy={busy} onClick={() => void makeDefault(code)}>
                  {t.makeDefault}
                </Action>
                <Action danger busy={busy} onClick={() => void remove(code)}>
                  {w.remove}
                </Action>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Region>
  );
}

function AddLanguage({ store, close }: { store: Store; close: () => void }) {
  const known = new Set(store.languages.map((each) => each.code));
  const offered = LANGUAGE_NAMES.filter(({ value }) => !known.has(value));
  const [code, setCode] = useState(offered[0]?.value ?? "");
  const { put, busy, error } = useLanguages(store);
  const submit = async () => {
    if (await put([...store.languages, { code, is_default: false }])) close();
  };
  return (
    <DialogForm
      title={t.add}
      close={close}
      action={w.add}
      submit={() => void submit()}
      busy={busy}
      error={error}
      blocked={!code}
    >
      <NativeSelect
        label={t.language}
        data={offered}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

function nameOf(code: string): string {
  return LANGUAGE_NAMES.find(({ value }) => value === code)?.label ?? code;
}
