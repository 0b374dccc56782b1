import { TextInput } from "@mantine/core";
import { useState } from "react";
import { customerPath } from "#console/commerce/links.ts";
import { useWrite } from "#console/shared/api/hooks.ts";
import { DialogForm } from "#console/shared/dialog.tsx";
import { useStoreNavigate } from "#console/shared/store-link.tsx";
import { say } from "#console/shared/texts.ts";
import { CUSTOMER_FIELDS as F } from "../fields.tsx";
import { t } from "./texts.ts";

/** Creates a customer from a few fields; the other fields are on the customer's screen. */
export function NewCustomer({ close }: { close: () => void }) {
  const go = useStoreNavigate();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [phone, setPhone] = useState("");
  const create = useWrite("createCustomer", ["listCustomers"]);
  const submit = async () => {
    const body = { name: name.trim() || null, email: email.trim() || null, phone: phone.trim() || null };
    const made = await create.send({}, body);
    if (made) await go(customerPath(made.id));
  };
  return (
    <DialogForm
      title={t.newCustomer}
      close={close}
      action={t.create}
      submit={() => void submit()}
      busy={create.busy}
      error={create.error}
    >
      <TextInput
        label={say(F.name.label)}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={say(F.email.label)}
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <TextInput
        label={say(F.phone.label)}
        type="tel"
        value={phone}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
