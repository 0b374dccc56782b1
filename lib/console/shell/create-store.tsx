import { NativeSelect, Stack, TextInput } from "@mantine/core";
import { intentKey } from "@storefront-backend/client";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { write } from "#console/shared/api/call.ts";
import { ApiError } from "#console/shared/api/errors.ts";
import { Failure } from "#console/shared/failure.tsx";
import { LANGUAGE_NAMES } from "#console/shared/language-names.ts";
import { Action, Page } from "#console/shared/page.tsx";
import { refreshRoles } from "#console/shared/session/account.ts";
import { keyOf } from "#console/shared/slug.ts";
import { language } from "#console/shared/texts.ts";
import { t } from "./texts.ts";

/** The form that a user without a store sees, to create one. */
export function CreateStore() {
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [ownKey, setOwnKey] = useState<string>();
  const [timezone, setTimezone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [first, setFirst] = useState<string>(language());
  const [intent] = useState(intentKey);
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const key = ownKey ?? keyOf(name);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state.busy) return;
    setState({ busy: true });
    try {
      const body = { name: name.trim(), key, timezone, languages: [{ code: first, is_default: true }] };
      const store = await write("createStore", "", {}, body, `${intent}-${key}`);
      await refreshRoles();
      await navigate({ to: `/${store.key}/today` as string });
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  const faults = state.error instanceof ApiError ? state.error.faults : [];
  const fault = (field: string) => faults.find((each) => each.field === field)?.message;
  return (
    <main className="alone">
      <Page title={t.createTitle}>
        <form onSubmit={submit} noValidate>
          <Stack>
            <TextInput
              label={t.storeName}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              autoComplete="organization"
              error={fault("name")}
            />
            <TextInput
              label={t.storeKey}
              description={t.keyHelp}
              value={key}
              onChange={(event) => setOwnKey(event.currentTarget.value)}
              error={fault("key")}
            />
            <NativeSelect
              label={t.timezone}
              value={timezone}
              onChange={(event) => setTimezone(event.currentTarget.value)}
              data={timezoneChoices(timezone)}
              error={fault("timezone")}
            />
            <NativeSelect
              label={t.language}
              value={first}
              onChange={(event) => setFirst(event.currentTarget.value)}
              data={LANGUAGE_NAMES}
            />
            {state.error !== undefined && <Failure error={state.error} />}
            <Action submit primary busy={state.busy}>
              {t.create}
            </Action>
          </Stack>
        </form>
      </Page>
    </main>
  );
}

export function timezoneChoices(own: string): string[] {
  return [...new Set([own, "UTC", ...Intl.supportedValuesOf("timeZone")])].filter(Boolean);
}
