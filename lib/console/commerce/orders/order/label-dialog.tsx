import { Radio, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { DialogForm } from "#console/shared/dialog.tsx";
import { money } from "#console/shared/money.ts";
import { showToast } from "#console/shared/toast.tsx";
import { leftToSend } from "../units.ts";
import { ORDER_READS } from "./order-reads.ts";
import { locationOf, weightOf } from "./parcel.ts";
import { linesOf, maxQuantities, type Quantities, QuantityInputs } from "./quantities.tsx";
import { t } from "./texts.ts";

type Order = Schemas["Order"];
type Rate = Schemas["ShippingRate"];
type Parcel = Readonly<Record<"length" | "width" | "height" | "weight", string>>;

/** Buys a shipping label: first shows the carriers' rates for a parcel, and then buys the chosen rate. */
export function LabelDialog({ order, close }: { order: Order; close: () => void }) {
  const [chosen, choose] = useState<Quantities>(() => maxQuantities(order.items, leftToSend));
  const [parcel, setParcel] = useState<Parcel>({ length: "30", width: "20", height: "10", weight: "" });
  const [rates, setRates] = useState<readonly Rate[]>();
  const [rateId, setRateId] = useState("");
  const quote = useWrite("quoteRates");
  const buy = useWrite("shipOrder", ORDER_READS);
  const lines = linesOf(chosen);
  const weight = parcel.weight || String(weightOf(order, chosen));
  const rate = rates?.find(({ id }) => id === rateId);
  const clearRates = () => setRates(undefined);
  const getRates = async () => {
    const { length, width, height } = parcel;
    const size = { length: Number(length), width: Number(width), height: Number(height) };
    const body = {
      parcel: { ...size, weight: Number(weight), distance_unit: "cm", mass_unit: "g" },
    } as const;
    const found = await quote.send(
      { orderId: order.id },
      { ...body, location_id: locationOf(order, chosen) },
    );
    if (!found) return;
    setRates(found.rates);
    setRateId(found.rates[0]?.id ?? "");
  };
  const buyLabel = async () => {
    if (!rate) return;
    const body = { order_id: order.id, rate_id: rate.id, carrier: rate.carrier, service: rate.service };
    const sold = await buy.send(
      { orderId: order.id },
      { ...body, location_id: locationOf(order, chosen), lines },
    );
    if (!sold) return;
    showToast(t.labelBought);
    close();
  };
  return (
    <DialogForm
      title={t.buyLabel}
      close={close}
      action={rate ? t.buyFor(money(rate.amount, rate.currency)) : t.getRates}
      submit={() => void (rate ? buyLabel() : getRates())}
      busy={quote.busy || buy.busy}
      error={buy.error ?? quote.error}
      blocked={lines.length === 0 || !(Number(weight) > 0)}
    >
      <QuantityInputs
        items={order.items}
        most={leftToSend}
        chosen={chosen}
        choose={(next) => {
          choose(next);
          clearRates();
        }}
      />
      <div className="two">
        {(["length", "width", "height", "weight"] as const).map((side) => (
          <TextInput
            key={side}
            label={t.parcelSide(side)}
            inputMode="decimal"
            value={side === "weight" ? weight : parcel[side]}
            onChange={(event) => {
              setParcel({ ...parcel, [side]: event.currentTarget.value.replace(",", ".") });
              clearRates();
            }}
          />
        ))}
      </div>
      {rates && rates.length === 0 && <Text>{t.noRates}</Text>}
      {rates && rates.length > 0 && (
        <Radio.Group label={t.rates} value={rateId} onChange={setRateId}>
          <Stack gap="xs" mt="xs">
            {rates.map(({ id, display_name, amount, currency, estimated_days }) => (
              <Radio
                key={id}
                value={id}
                label={t.rate(display_name, money(amount, currency), estimated_days)}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </DialogForm>
  );
}
