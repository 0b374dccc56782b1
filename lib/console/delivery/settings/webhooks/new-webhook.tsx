import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useWrite } from "#console/shared/api/hooks.ts";
import { DialogForm } from "#console/shared/dialog.tsx";
import { useStoreNavigate } from "#console/shared/store-link.tsx";
import { w } from "#console/shared/words.ts";
import { EventsInput } from "../events-input.tsx";
import { passSecret } from "../new-secret.ts";
import { t } from "./texts.ts";

export function NewWebhook({ close }: { close: () => void }) {
  const go = useStoreNavigate();
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<string[]>([]);
  const create = useWrite("createWebhook", ["listWebhooks"]);
  const submit = async () => {
    const made = await create.send({}, { name: name.trim(), url: url.trim(), events });
    if (!made) return;
    passSecret(made.id, made.secret);
    await go(`settings/webhooks/${made.id}`);
  };
  return (
    <DialogForm
      title={t.create}
      close={close}
      action={w.save}
      submit={() => void submit()}
      busy={create.busy}
      error={create.error}
      blocked={!url.trim()}
    >
      <TextInput
        label={t.name}
        data-autofocus
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t.address}
        type="url"
        placeholder="https://"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <EventsInput value={events} set={setEvents} />
    </DialogForm>
  );
}
