import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { useWrite } from "#console/shared/api/hooks.ts";
import { DialogForm } from "#console/shared/dialog.tsx";
import { PercentInput } from "#console/shared/form/inputs.tsx";
import { keyOf } from "#console/shared/slug.ts";
import { say } from "#console/shared/texts.ts";
import { showToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import { CURRENCY, TAX, TAX_MODE } from "./fields.ts";
import { t } from "./texts.ts";

export function NewMarket({ close }: { close: () => void }) {
  const [key, setKey] = useState("");
  const [currency, setCurrency] = useState("EUR");
  const [mode, setMode] = useState<"INCLUSIVE" | "EXCLUSIVE">("INCLUSIVE");
  const [tax, setTax] = useState(0);
  const create = useWrite("createMarket", ["listMarkets", "getBusiness"]);
  const submit = async () => {
    const body = { key: keyOf(key), currency: currency.trim().toUpperCase(), tax_mode: mode, tax_bps: tax };
    if (!(await create.send({}, { ...body, zones: [{ countries: [] }] }))) return;
    showToast(w.saved);
    close();
  };
  return (
    <DialogForm
      title={t.create}
      close={close}
      action={t.create}
      submit={() => void submit()}
      busy={create.busy}
      error={create.error}
      blocked={!keyOf(key) || currency.trim().length !== 3}
    >
      <TextInput
        label={t.key}
        description={t.keyHelp}
        data-autofocus
        maxLength={60}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <TextInput
        label={say(CURRENCY.label)}
        maxLength={3}
        value={currency}
        onChange={(event) => setCurrency(event.currentTarget.value)}
      />
      <NativeSelect
        label={say(TAX_MODE.label)}
        value={mode}
        data={(TAX_MODE.choices ?? []).map(([value, words]) => ({ value, label: say(words) }))}
        onChange={(event) => setMode(event.currentTarget.value === "EXCLUSIVE" ? "EXCLUSIVE" : "INCLUSIVE")}
      />
      <PercentInput label={say(TAX.label)} value={tax} set={(bps) => setTax(bps ?? 0)} />
    </DialogForm>
  );
}
