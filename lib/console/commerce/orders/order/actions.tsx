import { useState } from "react";
import { isConflict } from "#console/shared/api/errors.ts";
import { useWrite } from "#console/shared/api/hooks.ts";
import { invalidateReads } from "#console/shared/api/queries.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { confirm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { money } from "#console/shared/money.ts";
import { Action } from "#console/shared/page.tsx";
import { isAtLeast } from "#console/shared/roles.ts";
import { useMay, useStore } from "#console/shared/store.ts";
import { showToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import { leftToReturn, refundableAmount, sendableLines } from "../units.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { FulfilDialog } from "./fulfil-dialog.tsx";
import { LabelDialog } from "./label-dialog.tsx";
import { MailDialog } from "./mail-dialog.tsx";
import { ORDER_READS } from "./order-reads.ts";
import { PaymentLink } from "./payment-link.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { ReturnDialog } from "./return-dialog.tsx";
import { t } from "./texts.ts";

type Order = Schemas["Order"];
type DialogName = "mail" | "fulfil" | "label" | "refund" | "return" | "cancel";

/** The actions that the order's state and the user's role allow. */
export function Actions({ order }: { order: Order }) {
  const may = useMay();
  const { id: store, role } = useStore();
  const [opened, setOpened] = useState<DialogName>();
  const change = useWrite("updateOrder", ORDER_READS);
  const close = () => setOpened(undefined);
  const send = async (body: { confirm: true } | { paid: true }) => {
    const done = await change.send({ orderId: order.id }, { ...body, version: order.version });
    if (done) showToast(w.saved);
    else void invalidateReads(store, ["getOrder"]);
  };
  // Only an admin may refund freely. When a member cancels, the refund follows the policy for buyers.
  const canRefund = isAtLeast(role, "admin");
  const isOpen = order.status === "confirmed" || order.status === "partially_cancelled";
  const amountDue = order.total - order.payment.captured;
  const takesCash = isOpen && order.payment.type === "cash" && order.to_do.includes("pay");
  const isFulfilled = order.items.some(({ fulfilled_quantity }) => fulfilled_quantity > 0);
  const markPaid = async () => {
    const text = t.markPaidText(money(amountDue, order.currency));
    if (await confirm({ title: t.markPaid, text, yes: t.markPaid })) await send({ paid: true });
  };
  return (
    <>
      {may("updateOrder") && order.to_do.includes("confirm") && (
        <Action primary busy={change.busy} onClick={() => void send({ confirm: true })}>
          {t.confirm}
        </Action>
      )}
      {may("fulfilOrder") && sendableLines(order).length > 0 && (
        <Action primary onClick={() => setOpened("fulfil")}>
          {t.fulfilItems}
        </Action>
      )}
      {may("shipOrder") && may("quoteRates") && sendableLines(order).length > 0 && order.shipping_address && (
        <Action onClick={() => setOpened("label")}>{t.buyLabel}</Action>
      )}
      <PaymentLink order={order} />
      {may("mailOrder") && order.email && <Action onClick={() => setOpened("mail")}>{t.mailAgain}</Action>}
      {may("updateOrder") && takesCash && (
        <Action busy={change.busy} onClick={() => void markPaid()}>
          {t.markPaid}
        </Action>
      )}
      {may("askReturn") && order.items.some((item) => leftToReturn(item) > 0) && (
        <Action onClick={() => setOpened("return")}>{t.returnItems}</Action>
      )}
      {may("refundOrder") && canRefund && refundableAmount(order) > 0 && (
        <Action onClick={() => setOpened("refund")}>{t.refund}</Action>
      )}
      {may("updateOrder") && (isOpen || order.status === "pending") && !isFulfilled && (
        <Action danger onClick={() => setOpened("cancel")}>
          {t.cancel}
        </Action>
      )}
      {change.error !== undefined && !isConflict(change.error) && <Failure error={change.error} />}
      {opened === "fulfil" && <FulfilDialog order={order} close={close} />}
      {opened === "label" && <LabelDialog order={order} close={close} />}
      {opened === "mail" && <MailDialog order={order} close={close} />}
      {opened === "refund" && <RefundDialog order={order} close={close} />}
      {opened === "return" && <ReturnDialog order={order} close={close} />}
      {opened === "cancel" && <CancelDialog order={order} close={close} />}
    </>
  );
}
