import { NativeSelect, Text } from "@mantine/core";
import { useState } from "react";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { DataTable } from "#console/shared/data-table.tsx";
import { confirm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { Action, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { StatusBadge } from "#console/shared/status-badge.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { dayAndTime } from "#console/shared/time.ts";
import { showToast } from "#console/shared/toast.tsx";
import { t } from "./texts.ts";

type Webhook = Schemas["Webhook"];
/** `Resend all failed` covers events of this many seconds before now. */
const RESEND_SECONDS = 7 * 24 * 60 * 60;
const OUTCOMES = [
  ["succeeded", ["Taken", "Angenommen"]],
  ["failed", ["Failed", "Fehlgeschlagen"]],
] as const;

/** The latest delivery attempts, with buttons to send failed events again. */
export function Attempts({ webhook: { id: webhookId, enabled } }: { webhook: Webhook }) {
  const may = useMay();
  const { timezone } = useStore();
  const [outcome, setOutcome] = useState<"" | "success" | "failure">("");
  const attempts = useRead(
    "listWebhookAttempts",
    { webhookId },
    { limit: 50, ...(outcome ? { outcome } : {}) },
    { every: 10_000, keepPrevious: true },
  );
  const resend = useWrite("resendWebhookEvents", ["listWebhookAttempts", "getWebhook"]);
  const resendEvent = async (event_id: string) => {
    if (await resend.send({ webhookId }, { event_id })) showToast(t.resent);
  };
  const resendAll = async () => {
    if (!(await confirm({ title: t.resendAll, text: t.resendAllText, yes: t.resendAll }))) return;
    const now = Math.floor(Date.now() / 1000);
    const sent = await resend.send({ webhookId }, { from: now - RESEND_SECONDS, to: now, failed_only: true });
    if (sent) showToast(t.resent);
  };
  const canResend = enabled && may("resendWebhookEvents");
  const hasFailed = attempts.data?.items.some((each) => each.outcome === "failure");
  return (
    <Region
      title={t.tries}
      beside={
        canResend &&
        hasFailed && (
          <Action busy={resend.busy} onClick={() => void resendAll()}>
            {t.resendAll}
          </Action>
        )
      }
    >
      {resend.error !== undefined && <Failure error={resend.error} />}
      <NativeSelect
        mb="sm"
        label={t.show}
        value={outcome}
        data={[
          { value: "", label: t.everything },
          { value: "success", label: t.taken },
          { value: "failure", label: t.failed },
        ]}
        onChange={(event) => setOutcome(event.currentTarget.value as typeof outcome)}
      />
      <ReadView of={attempts}>
        {({ items }) =>
          items.length === 0 ? (
            <Text>{t.noTries}</Text>
          ) : (
            <DataTable name={t.attempts} headings={[t.when, t.event, t.outcome, t.answer, ""]}>
              {items.map((attempt) => (
                <tr key={attempt.id}>
                  <td>{dayAndTime(attempt.created_at, timezone)}</td>
                  <td>
                    {attempt.event_type}
                    <div className="quiet">{t.tryNumber(attempt.attempt)}</div>
                  </td>
                  <td>
                    <StatusBadge
                      choices={OUTCOMES}
                      value={attempt.outcome === "success" ? "succeeded" : "failed"}
                    />
                  </td>
                  <td>
                    <AttemptAnswer attempt={attempt} />
                  </td>
                  <td>
                    {canResend && attempt.outcome === "failure" && (
                      <Action busy={resend.busy} onClick={() => void resendEvent(attempt.event_id)}>
                        {t.resend}
                      </Action>
                    )}
                  </td>
                </tr>
              ))}
            </DataTable>
          )
        }
      </ReadView>
    </Region>
  );
}

function AttemptAnswer({ attempt }: { attempt: Schemas["WebhookAttempt"] }) {
  const { status, error, response, duration_ms, next_attempt_at } = attempt;
  const { timezone } = useStore();
  return (
    <>
      {[status, error, `${duration_ms} ms`].filter((each) => each !== null).join(" · ")}
      {response && (
        <div className="quiet address">
          <bdi>{response.slice(0, 200)}</bdi>
        </div>
      )}
      {next_attempt_at !== null && (
        <div className="quiet">{t.nextTry(dayAndTime(next_attempt_at, timezone))}</div>
      )}
    </>
  );
}
