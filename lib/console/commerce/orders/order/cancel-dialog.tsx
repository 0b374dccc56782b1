import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { DialogForm } from "#console/shared/dialog.tsx";
import { money } from "#console/shared/money.ts";
import { isAtLeast } from "#console/shared/roles.ts";
import { tell } from "#console/shared/status.tsx";
import { useStore } from "#console/shared/store.ts";
import { w } from "#console/shared/words.ts";
import { refundable } from "../units.ts";
import { CHANGES } from "./changes.ts";
import { t } from "./texts.ts";

/** Cancels an order, and first shows what is refunded. */
export function CancelDialog({ order, close }: { order: Schemas["Order"]; close: () => void }) {
  const { role } = useStore();
  const [reason, setReason] = useState("");
  const cancel = useWrite("updateOrder", CHANGES);
  const back = refundable(order);
  // Below an admin, the refund follows the policy for buyers.
  const byPolicy = back > 0 && !isAtLeast(role, "admin");
  const submit = async () => {
    const body = { cancel: true, reason: reason.trim() || null, version: order.version };
    if (!(await cancel.send({ orderId: order.id }, byPolicy ? { ...body, refund: "policy" } : body))) return;
    tell(w.saved);
    close();
  };
  return (
    <DialogForm
      title={t.cancel}
      close={close}
      action={t.cancel}
      submit={() => void submit()}
      busy={cancel.busy}
      error={cancel.error}
      danger
    >
      <Text>{byPolicy ? t.cancelTextPolicy : t.cancelText(back > 0 ? money(back, order.currency) : "")}</Text>
      <TextInput label={t.reason} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
    </DialogForm>
  );
}
