import { Group, Stack, Text, TextInput } from "@mantine/core";
import { intentKey } from "@storefront-backend/client";
import { AmountInput, NumberText } from "#console/shared/form/inputs.tsx";
import { Action } from "#console/shared/page.tsx";
import { w } from "#console/shared/words.ts";
import type { Zone } from "../market-form.ts";
import { t } from "./texts.ts";

type Method = Zone["shipping_methods"][number];
type Tier = Method["weight_tiers"][number];

export function newMethod(): Method {
  const id = intentKey().slice(0, 8);
  return {
    ...{ id, key: id, name: "", taxable: true, eta_text: null, location_id: null, amount: 0 },
    ...{ free_above: null, weight_tiers: [] },
  };
}

interface MethodInputsProps {
  method: Method;
  currency: string;
  change: (next: Method) => void;
  remove: () => void;
}

export function MethodInputs({ method, currency, change, remove }: MethodInputsProps) {
  const { name, eta_text, amount, free_above, weight_tiers } = method;
  return (
    <fieldset className="group inset">
      <legend>{name || t.unnamed}</legend>
      <div className="two">
        <TextInput
          label={t.name}
          placeholder={t.namePlaceholder}
          value={name}
          onChange={(event) => change({ ...method, name: event.currentTarget.value })}
        />
        {weight_tiers.length === 0 && (
          <AmountInput
            label={t.price}
            currency={currency}
            value={amount}
            set={(value) => change({ ...method, amount: typeof value === "number" ? value : 0 })}
          />
        )}
        <AmountInput
          label={t.freeFrom}
          currency={currency}
          value={free_above}
          set={(value) => change({ ...method, free_above: typeof value === "number" ? value : null })}
        />
        <TextInput
          label={t.takes}
          placeholder={t.takesPlaceholder}
          value={eta_text ?? ""}
          onChange={(event) => change({ ...method, eta_text: event.currentTarget.value || null })}
        />
      </div>
      <Tiers
        tiers={weight_tiers}
        currency={currency}
        set={(next) => change({ ...method, weight_tiers: next })}
      />
      <Action danger onClick={remove}>
        {t.remove}
      </Action>
    </fieldset>
  );
}

type TiersProps = { tiers: readonly Tier[]; currency: string; set: (tiers: Tier[]) => void };

/** Prices by weight, which replace the single price. */
function Tiers({ tiers, currency, set }: TiersProps) {
  const change = (at: number, next: Partial<Tier>) =>
    set(tiers.map((tier, index) => (index === at ? { ...tier, ...next } : tier)));
  return (
    <Stack gap="xs" my="xs">
      {tiers.length > 0 && <Text size="sm">{t.tiersText}</Text>}
      {tiers.map((tier, at) => (
        <Group key={at} align="flex-end" gap="xs">
          <NumberText
            label={t.upTo}
            value={tier.up_to_grams}
            set={(value) => change(at, { up_to_grams: typeof value === "number" ? value : 0 })}
          />
          <AmountInput
            label={t.tierPrice}
            currency={currency}
            value={tier.amount}
            set={(value) => change(at, { amount: typeof value === "number" ? value : 0 })}
          />
          <Action onClick={() => set(tiers.filter((_, index) => index !== at))}>{w.remove}</Action>
        </Group>
      ))}
      <div>
        <Action
          onClick={() => set([...tiers, { up_to_grams: (tiers.at(-1)?.up_to_grams ?? 0) + 1000, amount: 0 }])}
        >
          {t.addTier}
        </Action>
      </div>
    </Stack>
  );
}
