import { useState } from "react";
import { read } from "#console/shared/api/call.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { CopyField } from "#console/shared/copy-field.tsx";
import { Dialog } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { Action } from "#console/shared/page.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { showToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import { t } from "./texts.ts";

/** A button that copies the URL of the payment page, so that staff can send it to the buyer. */
export function PaymentLink({ order }: { order: Schemas["Order"] }) {
  const may = useMay();
  const { id: store } = useStore();
  const [state, setState] = useState<{ busy: boolean; link?: string; error?: unknown }>({ busy: false });
  if (!may("getPaymentOfOrder") || order.payment.type !== "credit_card" || !order.to_do.includes("pay"))
    return null;
  const copy = async () => {
    setState({ busy: true });
    try {
      const { paymentUrl } = await read("getPaymentOfOrder", store, { orderId: order.id });
      if (!paymentUrl) return setState({ busy: false, error: new Error(t.noPaymentLink) });
      // If the browser forbids copying, a dialog shows the link.
      const copied = await navigator.clipboard.writeText(paymentUrl).then(
        () => true,
        () => false,
      );
      if (copied) showToast(w.copied);
      setState(copied ? { busy: false } : { busy: false, link: paymentUrl });
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  return (
    <>
      <Action busy={state.busy} onClick={() => void copy()}>
        {t.copyPaymentLink}
      </Action>
      {state.error !== undefined && <Failure error={state.error} />}
      {state.link !== undefined && (
        <Dialog title={t.copyPaymentLink} close={() => setState({ busy: false })}>
          <CopyField label={t.copyPaymentLink} value={state.link} />
        </Dialog>
      )}
    </>
  );
}
