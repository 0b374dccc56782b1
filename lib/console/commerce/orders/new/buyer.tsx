import { NativeSelect, Stack, TextInput } from "@mantine/core";
import type { Schemas } from "#console/shared/api/types.ts";
import { money } from "#console/shared/money.ts";
import { Region } from "#console/shared/page.tsx";
import type { Draft } from "./draft.ts";
import { t } from "./texts.ts";

interface BuyerProps {
  draft: Draft;
  change: (next: Partial<Draft>) => void;
  markets: readonly { key: string; currency: string }[];
  quote: Schemas["CartQuote"] | undefined;
}

type TextKey = "email" | "name" | "street1" | "postal_code" | "city" | "country" | "promo";

export function Buyer({ draft, change, markets, quote }: BuyerProps) {
  const text = (name: TextKey, label: string, more: { type?: string; maxLength?: number } = {}) => (
    <TextInput
      label={label}
      {...more}
      value={draft[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  const methods = quote?.shipping_methods ?? [];
  const paymentMethods = quote?.payment_methods ?? [];
  return (
    <>
      <Region title={t.customer}>
        <Stack>
          {text("email", t.email, { type: "email" })}
          <NativeSelect
            label={t.market}
            value={draft.market}
            data={markets.map(({ key, currency }) => ({ value: key, label: `${key} (${currency})` }))}
            onChange={(event) => change({ market: event.currentTarget.value, shipping: "", payment: "" })}
          />
        </Stack>
      </Region>
      <Region title={t.delivery}>
        <Stack>
          {text("name", t.name)}
          {text("street1", t.street)}
          <div className="two">
            {text("postal_code", t.postalCode)}
            {text("city", t.city)}
          </div>
          {text("country", t.country, { maxLength: 2 })}
          {methods.length > 0 && quote && (
            <NativeSelect
              label={t.shippingMethod}
              value={draft.shipping || (quote.shipping_method?.id ?? "")}
              data={methods.map(({ id, name, amount }) => ({
                value: id,
                label: `${name}, ${money(amount, quote.currency)}`,
              }))}
              onChange={(event) => change({ shipping: event.currentTarget.value })}
            />
          )}
        </Stack>
      </Region>
      <Region title={t.payment}>
        <Stack>
          {text("promo", t.promoCode)}
          {paymentMethods.length > 0 && (
            <NativeSelect
              label={t.paymentMethod}
              value={draft.payment || (quote?.payment_method?.key ?? "")}
              data={paymentMethods.map(({ key, type }) => ({ value: key, label: t.way(type, key) }))}
              onChange={(event) => change({ payment: event.currentTarget.value })}
            />
          )}
        </Stack>
      </Region>
    </>
  );
}
