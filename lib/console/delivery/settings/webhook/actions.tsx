import { useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { confirm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { useGo } from "#console/shared/go.tsx";
import { Act } from "#console/shared/page.tsx";
import { tell } from "#console/shared/status.tsx";
import { useMay } from "#console/shared/store.ts";
import { w } from "#console/shared/words.ts";
import { t } from "./texts.ts";

const CHANGES = ["getWebhook", "listWebhooks", "listWebhookAttempts"] as const;
/** Seconds for which the old secret stays valid after a rotation. */
const OVERLAP = 24 * 60 * 60;

interface ActionsProps {
  webhook: Schemas["Webhook"];
  rotated: (secret: string) => void;
}

export function Actions({ webhook, rotated }: ActionsProps) {
  const may = useMay();
  const go = useGo();
  const { id: webhookId, version } = webhook;
  const [test, turn] = [useWrite("testWebhook"), useWrite("updateWebhook", CHANGES)];
  const [rotate, remove] = [
    useWrite("rotateWebhookSecret", CHANGES),
    useWrite("deleteWebhook", ["listWebhooks"]),
  ];
  const tryIt = async () => {
    const { url, events, headers } = webhook;
    const result = await test.send({}, { id: webhookId, url, events, headers });
    if (result) tell(result.success ? t.testTaken : t.testFailed(result.error ?? String(result.status)));
  };
  const turnTo = async (enabled: boolean) => {
    const yes = enabled || (await confirm({ title: t.turnOff, text: t.turnOffText, yes: t.turnOff }));
    if (yes && (await turn.send({ webhookId }, { enabled, version }))) tell(w.saved);
  };
  const renew = async () => {
    if (!(await confirm({ title: t.rotate, text: t.rotateText, yes: t.rotate }))) return;
    const made = await rotate.send({ webhookId }, { overlap: OVERLAP });
    if (made) rotated(made.secret);
  };
  const drop = async () => {
    const yes = await confirm({ title: t.remove, text: t.removeText, yes: t.remove, danger: true });
    if (!yes || !(await remove.send({ webhookId }, undefined))) return;
    tell(t.removed);
    await go("settings/webhooks", { unasked: true });
  };
  const error = [test, turn, rotate, remove].find((each) => each.error !== undefined)?.error;
  return (
    <>
      {may("testWebhook") && (
        <Act busy={test.busy} act={() => void tryIt()}>
          {t.sendTest}
        </Act>
      )}
      {may("rotateWebhookSecret") && (
        <Act busy={rotate.busy} act={() => void renew()}>
          {t.rotate}
        </Act>
      )}
      {may("updateWebhook") && (
        <Act busy={turn.busy} act={() => void turnTo(!webhook.enabled)}>
          {webhook.enabled ? t.turnOff : t.turnOn}
        </Act>
      )}
      {may("deleteWebhook") && (
        <Act danger busy={remove.busy} act={() => void drop()}>
          {t.remove}
        </Act>
      )}
      {error !== undefined && <Failure error={error} />}
    </>
  );
}
