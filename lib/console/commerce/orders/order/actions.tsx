import { useState } from "react";
import { isConflict } from "#console/shared/api/errors.ts";
import { useWrite } from "#console/shared/api/hooks.ts";
import { outdate } from "#console/shared/api/queries.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { confirm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { money } from "#console/shared/money.ts";
import { Act } from "#console/shared/page.tsx";
import { isAtLeast } from "#console/shared/roles.ts";
import { tell } from "#console/shared/status.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { w } from "#console/shared/words.ts";
import { leftToReturn, refundable, sendable } from "../units.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { CHANGES } from "./changes.ts";
import { FulfilDialog } from "./fulfil-dialog.tsx";
import { LabelDialog } from "./label-dialog.tsx";
import { MailDialog } from "./mail-dialog.tsx";
import { PaymentLink } from "./payment-link.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { ReturnDialog } from "./return-dialog.tsx";
import { t } from "./texts.ts";

type Order = Schemas["Order"];
type Opened = "mail" | "fulfil" | "label" | "refund" | "return" | "cancel";

/** The actions that the order's state and the user's role allow. */
export function Actions({ order }: { order: Order }) {
  const may = useMay();
  const { id: store, role } = useStore();
  const [opened, setOpened] = useState<Opened>();
  const change = useWrite("updateOrder", CHANGES);
  const close = () => setOpened(undefined);
  const send = async (body: { confirm: true } | { paid: true }) => {
    const done = await change.send({ orderId: order.id }, { ...body, version: order.version });
    if (done) tell(w.saved);
    else void outdate(store, ["getOrder"]);
  };
  // Refunds need an admin. A member can only cancel, by the policy for buyers.
  const gives = isAtLeast(role, "admin");
  const isOpen = order.status === "confirmed" || order.status === "partially_cancelled";
  const owed = order.total - order.payment.captured;
  const takesCash = isOpen && order.payment.type === "cash" && order.to_do.includes("pay");
  const sent = order.items.some(({ fulfilled_quantity }) => fulfilled_quantity > 0);
  const markPaid = async () => {
    const text = t.markPaidText(money(owed, order.currency));
    if (await confirm({ title: t.markPaid, text, yes: t.markPaid })) await send({ paid: true });
  };
  return (
    <>
      {may("updateOrder") && order.to_do.includes("confirm") && (
        <Act primary busy={change.busy} act={() => void send({ confirm: true })}>
          {t.confirm}
        </Act>
      )}
      {may("fulfilOrder") && sendable(order).length > 0 && (
        <Act primary act={() => setOpened("fulfil")}>
          {t.fulfilItems}
        </Act>
      )}
      {may("shipOrder") && may("quoteRates") && sendable(order).length > 0 && order.shipping_address && (
        <Act act={() => setOpened("label")}>{t.buyLabel}</Act>
      )}
      <PaymentLink order={order} />
      {may("mailOrder") && order.email && <Act act={() => setOpened("mail")}>{t.mailAgain}</Act>}
      {may("updateOrder") && takesCash && (
        <Act busy={change.busy} act={() => void markPaid()}>
          {t.markPaid}
        </Act>
      )}
      {may("askReturn") && order.items.some((item) => leftToReturn(item) > 0) && (
        <Act act={() => setOpened("return")}>{t.returnItems}</Act>
      )}
      {may("refundOrder") && gives && refundable(order) > 0 && (
        <Act act={() => setOpened("refund")}>{t.refund}</Act>
      )}
      {may("updateOrder") && (isOpen || order.status === "pending") && !sent && (
        <Act danger act={() => setOpened("cancel")}>
          {t.cancel}
        </Act>
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
