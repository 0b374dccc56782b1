import { Group, Text } from "@mantine/core";
import { useState } from "react";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import { DeleteButton } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { Editable } from "#console/shared/form/editable.tsx";
import { Input, PercentInput } from "#console/shared/form/inputs.tsx";
import { useFieldState } from "#console/shared/form/store.ts";
import { Action, Page as Frame, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { say } from "#console/shared/texts.ts";
import { showToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import { type Market, marketForm } from "../market-form.ts";
import { bodyOf, CARD, CASH, CURRENCY, MARKET_FIELDS, TAX, TAX_MODE, valuesOf } from "./fields.ts";
import { NewMarket } from "./new-market.tsx";
import { t } from "./texts.ts";
import { ZoneTaxes } from "./zone-taxes.tsx";

export function Page() {
  const may = useMay();
  const markets = useRead("listMarkets", {});
  const [making, setMaking] = useState(false);
  const setup = useRead("getSetup", {}, undefined, { enabled: may("updateMarket") });
  const confirmation = useWrite("updateMarket", ["listMarkets"]);
  const [first] = markets.data?.items ?? [];
  const confirmMarkets = async (marketId: string) => {
    if (await confirmation.send({ marketId }, {})) showToast(w.saved);
  };
  const confirmButton = first && may("updateMarket") && setup.data?.markets_checked === false && (
    <Action busy={confirmation.busy} onClick={() => void confirmMarkets(first.id)}>
      {t.looksRight}
    </Action>
  );
  const make = may("createMarket") && (
    <span data-new>
      <Action primary onClick={() => setMaking(true)}>
        {t.create}
      </Action>
    </span>
  );
  const actions = (
    <>
      {confirmButton}
      {make}
    </>
  );
  return (
    <Frame title={t.title} back={{ to: "settings", name: t.settings }} actions={actions}>
      {confirmation.error !== undefined && <Failure error={confirmation.error} />}
      <ReadView of={markets} lines={8}>
        {({ items }) =>
          items.map((market) => <MarketRegion key={market.id} market={market} single={items.length === 1} />)
        }
      </ReadView>
      {making && <NewMarket close={() => setMaking(false)} />}
    </Frame>
  );
}

function MarketRegion({ market, single }: { market: Market; single: boolean }) {
  const may = useMay();
  const { id: store } = useStore();
  return (
    <Region
      title={t.market(market.key)}
      className="fields"
      beside={may("deleteMarket") && !single && <Delete market={market} />}
    >
      <Editable<Market>
        {...marketForm(store, market, valuesOf, bodyOf)}
        name={`market:${market.id}`}
        canEdit={may("updateMarket")}
        fields={MARKET_FIELDS}
      >
        <div className="two">
          <Input field={CURRENCY} />
          <Input field={TAX_MODE} />
          <Tax />
        </div>
        <Group>
          <Input field={CARD} />
          <Input field={CASH} />
        </Group>
        <ZoneTaxes />
      </Editable>
    </Region>
  );
}

function Tax() {
  const { value, set, fault } = useFieldState(TAX.name);
  return (
    <PercentInput
      id={`field-${TAX.name}`}
      label={say(TAX.label)}
      value={value}
      set={(bps) => set(bps ?? 0)}
      error={fault}
    />
  );
}

function Delete({ market: { id, key } }: { market: Market }) {
  const remove = useWrite("deleteMarket", ["listMarkets", "getBusiness"]);
  const send = () => remove.send({ marketId: id }, undefined);
  return (
    <DeleteButton
      write={remove}
      send={send}
      title={t.remove(key)}
      text={<Text>{t.removeText}</Text>}
      done={t.removed}
    />
  );
}
