import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useWrite } from "#console/shared/api/hooks.ts";
import { DialogForm } from "#console/shared/dialog.tsx";
import { showToast } from "#console/shared/toast.tsx";
import { t } from "./texts.ts";

/** Asks for Stripe's API keys. The store's API checks and encrypts them, and never returns them. */
export function Connect({ close }: { close: () => void }) {
  const [publishable, setPublishable] = useState("");
  const [secret, setSecret] = useState("");
  const [signing, setSigning] = useState("");
  const connect = useWrite("createPaymentProvider", ["listPaymentProviders"]);
  const submit = async () => {
    const made = await connect.send(
      {},
      {
        type: "stripe",
        publishable_key: publishable.trim(),
        secret_key: secret.trim(),
        webhook_secret: signing.trim() || null,
      },
    );
    if (!made) return;
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
      blocked={!secret.trim()}
    >
      <Text size="sm">{t.connectText}</Text>
      <TextInput
        label={t.publishableKey}
        placeholder="pk_live_…"
        autoComplete="off"
        value={publishable}
        onChange={(event) => setPublishable(event.currentTarget.value)}
      />
      <TextInput
        label={t.secretKey}
        placeholder="sk_live_…"
        type="password"
        autoComplete="off"
        value={secret}
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
      <TextInput
        label={t.signingSecret}
        description={t.signingHelp}
        placeholder="whsec_…"
        type="password"
        autoComplete="off"
        value={signing}
        onChange={(event) => setSigning(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
