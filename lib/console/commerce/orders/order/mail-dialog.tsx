import { Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useWrite } from "#console/shared/api/hooks.ts";
import type { RequestBody, Schemas } from "#console/shared/api/types.ts";
import { DialogForm } from "#console/shared/dialog.tsx";
import { showToast } from "#console/shared/toast.tsx";
import { t } from "./texts.ts";

type Kind = RequestBody<"mailOrder">["kind"];

type MailDialogProps = { order: Schemas["Order"]; close: () => void };

/** Sends one of the order's emails again: the confirmation, or one about an existing shipment or receipt. */
export function MailDialog({ order, close }: MailDialogProps) {
  const [kind, setKind] = useState<Kind>("confirmation");
  const send = useWrite("mailOrder");
  const offered: Kind[] = [
    "confirmation",
    ...(order.shipments.length > 0 ? (["shipment"] as const) : []),
    ...(order.receipt_number === null ? [] : (["receipt"] as const)),
  ];
  const submit = async () => {
    const sent = await send.send({ orderId: order.id }, { kind });
    if (!sent) return;
    showToast(t.mailSent(sent.to));
    close();
  };
  return (
    <DialogForm
      title={t.mailAgain}
      close={close}
      action={t.mailAgain}
      submit={() => void submit()}
      busy={send.busy}
      error={send.error}
    >
      <Text size="sm">{t.mailText(order.email ?? "")}</Text>
      <Radio.Group label={t.whichMail} value={kind} onChange={(value) => setKind(value as Kind)}>
        <Stack gap="xs" mt="xs">
          {offered.map((each) => (
            <Radio key={each} value={each} label={t.mailKind(each)} />
          ))}
        </Stack>
      </Radio.Group>
    </DialogForm>
  );
}
