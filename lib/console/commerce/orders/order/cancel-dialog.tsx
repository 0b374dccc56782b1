import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { DialogForm } from "#console/shared/dialog.tsx";
import { money } from "#console/shared/money.ts";
import { isAtLeast } from "#console/shared/roles.ts";
import { useStore } from "#console/shared/store.ts";
import { showToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import { refundableAmount } from "../units.ts";
import { ORDER_READS } from "./order-reads.ts";
import { t } from "./texts.ts";

/** Cancels an order, and first shows what is refunded. */
export function CancelDialog({ order, close }: { order: Schemas["Order"]; close: () => void }) {
  const { role } = useStore();
  const [reason, setReason] = useState("");
  const cancel = useWrite("updateOrder", ORDER_READS);
  const amount = refundableAmount(order);
  // For roles below admin, the refund follows the policy for buyers.
  const byPolicy = amount > 0 && !isAtLeast(role, "admin");
  const submit = async () => {
    const body = { cancel: true, reason: reason.trim() || null, version: order.version };
    if (!(await cancel.send({ orderId: order.id }, byPolicy ? { ...body, refund: "policy" } : body))) return;
    showToast(w.saved);
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
      <Text>
        {byPolicy ? t.cancelTextPolicy : t.cancelText(amount > 0 ? money(amount, order.currency) : "")}
      </Text>
      <TextInput label={t.reason} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
    </DialogForm>
  );
}
