import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { DialogForm } from "#console/shared/dialog.tsx";
import { showToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import { ORDER_READS } from "./order-reads.ts";
import { t } from "./texts.ts";

const FIELDS = ["name", "company", "street1", "street2", "postal_code", "city", "state", "country"] as const;

/** Changes the shipping address of an order before any item is sent. */
export function AddressDialog({ order, close }: { order: Schemas["Order"]; close: () => void }) {
  const [address, setAddress] = useState<Record<string, string>>(() =>
    Object.fromEntries(FIELDS.map((part) => [part, order.shipping_address?.[part] ?? ""])),
  );
  const change = useWrite("updateOrder", ORDER_READS);
  const submit = async () => {
    const sent = Object.fromEntries(FIELDS.map((part) => [part, address[part]?.trim() || null]));
    const country = sent.country?.toUpperCase() ?? null;
    const shipping_address = { ...order.shipping_address, ...sent, country };
    if (!(await change.send({ orderId: order.id }, { shipping_address, version: order.version }))) return;
    showToast(w.saved);
    close();
  };
  return (
    <DialogForm
      title={t.editAddress}
      close={close}
      action={w.save}
      submit={() => void submit()}
      busy={change.busy}
      error={change.error}
    >
      {FIELDS.map((part, at) => (
        <TextInput
          key={part}
          label={t.partOfAddress(part)}
          {...(at === 0 ? { "data-autofocus": true } : {})}
          value={address[part] ?? ""}
          onChange={(event) => setAddress({ ...address, [part]: event.currentTarget.value })}
        />
      ))}
    </DialogForm>
  );
}
