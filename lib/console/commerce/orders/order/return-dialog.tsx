import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { DialogForm } from "#console/shared/dialog.tsx";
import { showToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import { leftToReturn } from "../units.ts";
import { ORDER_READS } from "./order-reads.ts";
import { linesOf, type Quantities, QuantityInputs } from "./quantities.tsx";
import { t } from "./texts.ts";

/** Records a buyer's request for a return. */
export function ReturnDialog({ order, close }: { order: Schemas["Order"]; close: () => void }) {
  const [chosen, choose] = useState<Quantities>({});
  const [reason, setReason] = useState("");
  const ask = useWrite("askReturn", ORDER_READS);
  const lines = linesOf(chosen);
  const submit = async () => {
    if (!(await ask.send({ orderId: order.id }, { lines, reason: reason.trim() || null }))) return;
    showToast(w.saved);
    close();
  };
  return (
    <DialogForm
      title={t.returnItems}
      close={close}
      action={t.returnItems}
      submit={() => void submit()}
      busy={ask.busy}
      error={ask.error}
      blocked={lines.length === 0}
    >
      <QuantityInputs items={order.items} most={leftToReturn} chosen={chosen} choose={choose} />
      <TextInput label={t.reason} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
    </DialogForm>
  );
}
