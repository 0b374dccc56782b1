import { Checkbox, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { DialogForm } from "#console/shared/dialog.tsx";
import { AmountInput } from "#console/shared/form/inputs.tsx";
import { money } from "#console/shared/money.ts";
import { showToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import { leftToRefund, refundableAmount, worthOf } from "../units.ts";
import { ORDER_READS } from "./order-reads.ts";
import { linesOf, type Quantities, QuantityInputs } from "./quantities.tsx";
import { t } from "./texts.ts";

type Order = Schemas["Order"];

/** Refunds items, shipping or an amount. */
export function RefundDialog({ order, close }: { order: Order; close: () => void }) {
  const [chosen, choose] = useState<Quantities>({});
  const [shipping, setShipping] = useState(false);
  const [restock, setRestock] = useState(true);
  const [typedAmount, setTypedAmount] = useState<number | null>();
  const [reason, setReason] = useState("");
  const refund = useWrite("refundOrder", ORDER_READS);
  const most = refundableAmount(order);
  const computedAmount = Math.min(most, sumOf(order, chosen) + (shipping ? order.shipping : 0));
  const amount = typedAmount === undefined ? computedAmount : (typedAmount ?? 0);
  const sum = money(amount, order.currency);
  const submit = async () => {
    const lines = linesOf(chosen).map((line) => ({ ...line, restock }));
    const body = { amount, lines, ...(shipping ? { shipping: true } : {}), reason: reason.trim() || null };
    if (!(await refund.send({ orderId: order.id }, body))) return;
    showToast(w.saved);
    close();
  };
  return (
    <DialogForm
      title={t.refund}
      close={close}
      action={t.refundOf(sum)}
      submit={() => void submit()}
      busy={refund.busy}
      error={refund.error}
      blocked={amount <= 0}
      danger
    >
      <Text size="sm">{t.leftToRefund(money(most, order.currency))}</Text>
      <QuantityInputs items={order.items} most={leftToRefund} chosen={chosen} choose={choose} />
      <Checkbox
        label={t.restock}
        checked={restock}
        onChange={(event) => setRestock(event.currentTarget.checked)}
      />
      {order.shipping > 0 && (
        <Checkbox
          label={t.refundShipping}
          checked={shipping}
          onChange={(event) => setShipping(event.currentTarget.checked)}
        />
      )}
      <AmountInput
        key={typedAmount === undefined ? computedAmount : "own"}
        label={t.amount}
        value={amount}
        set={(value) => setTypedAmount(typeof value === "number" ? value : null)}
        currency={order.currency}
      />
      <TextInput label={t.reason} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
    </DialogForm>
  );
}

function sumOf(order: Order, chosen: Quantities): number {
  return order.items.reduce((sum, item) => sum + worthOf(item, chosen[item.id] ?? 0), 0);
}
