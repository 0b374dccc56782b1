import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { DialogForm } from "#console/shared/dialog.tsx";
import { showToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import { leftToSend } from "../units.ts";
import { ORDER_READS } from "./order-reads.ts";
import { linesOf, maxQuantities, QuantityInputs } from "./quantities.tsx";
import { t } from "./texts.ts";

/** Marks items as sent in one parcel. */
export function FulfilDialog({ order, close }: { order: Schemas["Order"]; close: () => void }) {
  const [chosen, choose] = useState(() => maxQuantities(order.items, leftToSend));
  const [carrier, setCarrier] = useState("");
  const [number, setNumber] = useState("");
  const fulfil = useWrite("fulfilOrder", ORDER_READS);
  const lines = linesOf(chosen);
  const submit = async () => {
    const body = { lines, carrier: carrier.trim() || null, tracking_number: number.trim() || null };
    if (!(await fulfil.send({ orderId: order.id }, body))) return;
    showToast(w.saved);
    close();
  };
  return (
    <DialogForm
      title={t.fulfilItems}
      close={close}
      action={t.fulfil}
      submit={() => void submit()}
      busy={fulfil.busy}
      error={fulfil.error}
      blocked={lines.length === 0}
    >
      <QuantityInputs items={order.items} most={leftToSend} chosen={chosen} choose={choose} />
      <TextInput
        label={t.carrier}
        value={carrier}
        onChange={(event) => setCarrier(event.currentTarget.value)}
      />
      <TextInput
        label={t.trackingNumber}
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
