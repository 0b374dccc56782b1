import { Alert } from "@mantine/core";
import { useRead } from "#console/shared/api/hooks.ts";
import { fieldsOf } from "#console/shared/fields.ts";
import { Editable } from "#console/shared/form/editable.tsx";
import { useFieldState } from "#console/shared/form/store.ts";
import { Action, Page as Frame, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { areaText, type Market, marketForm, type Zone, zonesText } from "../market-form.ts";
import { MethodInputs, newMethod } from "./method-inputs.tsx";
import { t } from "./texts.ts";

const f = fieldsOf<Market>();
const ZONES = { ...f.text("zones", { label: ["Zones", "Zonen"] }), text: zonesText };

export function Page() {
  const markets = useRead("listMarkets", {});
  return (
    <Frame title={t.title} back={{ to: "settings", name: t.settings }}>
      <ReadView of={markets} lines={8}>
        {({ items }) => items.map((market) => <MarketShipping key={market.id} market={market} />)}
      </ReadView>
    </Frame>
  );
}

function MarketShipping({ market }: { market: Market }) {
  const may = useMay();
  const { id: store } = useStore();
  const ships = market.zones.some(({ shipping_methods }) => shipping_methods.length > 0);
  return (
    <Region title={t.market(market.key)}>
      {!ships && (
        <Alert mb="sm" color="yellow">
          {t.nothing}
        </Alert>
      )}
      <Editable<Market>
        {...marketForm(
          store,
          market,
          (record) => ({ zones: record?.zones ?? [] }),
          (changes) => changes,
        )}
        name={`shipping:${market.id}`}
        canEdit={may("updateMarket")}
        fields={[ZONES]}
      >
        <Zones currency={market.currency} />
      </Editable>
    </Region>
  );
}

function Zones({ currency }: { currency: string }) {
  const { value, set } = useFieldState(ZONES.name);
  const zones: readonly Zone[] = Array.isArray(value) ? value : [];
  const setMethods = (at: number, shipping_methods: Zone["shipping_methods"]) =>
    set(zones.map((zone, index) => (index === at ? { ...zone, shipping_methods } : zone)));
  return zones.map((zone, at) => (
    <fieldset key={zone.id ?? at} className="group inset">
      <legend>{t.zone(areaText(zone, t.everywhere))}</legend>
      {zone.shipping_methods.map((method, index) => (
        <MethodInputs
          key={method.id}
          method={method}
          currency={currency}
          change={(next) =>
            setMethods(
              at,
              zone.shipping_methods.map((each, other) => (other === index ? next : each)),
            )
          }
          remove={() =>
            setMethods(
              at,
              zone.shipping_methods.filter((_, other) => other !== index),
            )
          }
        />
      ))}
      <Action onClick={() => setMethods(at, [...zone.shipping_methods, newMethod()])}>{t.add}</Action>
    </fieldset>
  ));
}
