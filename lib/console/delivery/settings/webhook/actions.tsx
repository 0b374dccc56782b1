import { useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { confirm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { Action } from "#console/shared/page.tsx";
import { useMay } from "#console/shared/store.ts";
import { useStoreNavigate } from "#console/shared/store-link.tsx";
import { showToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import { t } from "./texts.ts";

const WEBHOOK_READS = ["getWebhook", "listWebhooks", "listWebhookAttempts"] as const;
/** Seconds for which the old secret stays valid after a rotation. */
const OVERLAP_SECONDS = 24 * 60 * 60;

type ActionsProps = { webhook: Schemas["Webhook"]; rotated: (secret: string) => void };

export function Actions({ webhook, rotated }: ActionsProps) {
  const may = useMay();
  const go = useStoreNavigate();
  const { id: webhookId, version } = webhook;
  const [test, update] = [useWrite("testWebhook"), useWrite("updateWebhook", WEBHOOK_READS)];
  const [rotate, remove] = [
    useWrite("rotateWebhookSecret", WEBHOOK_READS),
    useWrite("deleteWebhook", ["listWebhooks"]),
  ];
  const sendTest = async () => {
    const { url, events, headers } = webhook;
    const result = await test.send({}, { id: webhookId, url, events, headers });
    if (result) showToast(result.success ? t.testTaken : t.testFailed(result.error ?? String(result.status)));
  };
  const setEnabled = async (enabled: boolean) => {
    const yes = enabled || (await confirm({ title: t.turnOff, text: t.turnOffText, yes: t.turnOff }));
    if (yes && (await update.send({ webhookId }, { enabled, version }))) showToast(w.saved);
  };
  const rotateSecret = async () => {
    if (!(await confirm({ title: t.rotate, text: t.rotateText, yes: t.rotate }))) return;
    const made = await rotate.send({ webhookId }, { overlap: OVERLAP_SECONDS });
    if (made) rotated(made.secret);
  };
  const deleteWebhook = async () => {
    const yes = await confirm({ title: t.remove, text: t.removeText, yes: t.remove, danger: true });
    if (!yes || !(await remove.send({ webhookId }, undefined))) return;
    showToast(t.removed);
    await go("settings/webhooks", { ignoreBlocker: true });
  };
  const error = [test, update, rotate, remove].find((each) => each.error !== undefined)?.error;
  return (
    <>
      {may("testWebhook") && (
        <Action busy={test.busy} onClick={() => void sendTest()}>
          {t.sendTest}
        </Action>
      )}
      {may("rotateWebhookSecret") && (
        <Action busy={rotate.busy} onClick={() => void rotateSecret()}>
          {t.rotate}
        </Action>
      )}
      {may("updateWebhook") && (
        <Action busy={update.busy} onClick={() => void setEnabled(!webhook.enabled)}>
          {webhook.enabled ? t.turnOff : t.turnOn}
        </Action>
      )}
      {may("deleteWebhook") && (
        <Action danger busy={remove.busy} onClick={() => void deleteWebhook()}>
          {t.remove}
        </Action>
      )}
      {error !== undefined && <Failure error={error} />}
    </>
  );
}
