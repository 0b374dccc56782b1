import { Radio, Stack, Text } from "@mantine/core";
import { read, write } from "#console/shared/api/call.ts";
import { ApiError, type FieldFault, InvalidForm } from "#console/shared/api/errors.ts";
import { invalidateReads } from "#console/shared/api/queries.ts";
import { nameOf } from "#console/shared/blocks.ts";
import { Form } from "#console/shared/form/form.tsx";
import { Input, PercentInput } from "#console/shared/form/inputs.tsx";
import type { Values } from "#console/shared/form/merge.ts";
import { Picks } from "#console/shared/form/picks.tsx";
import { useRecordForm } from "#console/shared/form/record-form.ts";
import { RecordPicks } from "#console/shared/form/record-picks.tsx";
import { useFieldState } from "#console/shared/form/store.ts";
import { Region } from "#console/shared/page.tsx";
import { useStore } from "#console/shared/store.ts";
import { say } from "#console/shared/texts.ts";
import type { Promo } from "../rules.ts";
import { amountField, FIELDS as F } from "./fields.ts";
import { t } from "./texts.ts";
import { bodyOf, fieldOf, type Market, valuesOf } from "./values.ts";

interface PromoFormProps {
  promo?: Promo | undefined;
  /** The code from which a new one is copied. */
  template?: Promo | undefined;
  markets: readonly Market[];
  saved: (promo: Promo) => void;
}

export function PromoForm({ promo, template: like, markets, saved }: PromoFormProps) {
  const { id: store } = useStore();
  const form = useRecordForm<Promo>({
    name: promo ? `promo:${promo.id}` : `promo:new${like ? `:${like.id}` : ""}`,
    record: promo,
    values: (record) => valuesOf(record ?? (like && { ...like, code: "" }), markets),
    save: async ({ values, base, key }) => {
      const faults = faultsIn(values, markets);
      if (faults.length > 0) throw new InvalidForm(faults);
      const body = bodyOf(values, base, markets);
      const made = await savePromo(store, base, body, key);
      void invalidateReads(store, ["listPromoCodes", "getPromoCode"]);
      return made;
    },
    reread: () => read("getPromoCode", store, { promoCodeId: promo?.id ?? "" }),
    saved,
  });
  return (
    <Form form={form} fields={[...Object.values(F), ...markets.map(amountField)]} always={!promo}>
      <Region title={t.discount} className="stack">
        <Input field={F.code} autoFocus={!promo} />
        <Kinds />
        <DiscountTerms markets={markets} />
      </Region>
      <Region title={t.conditions} className="stack">
        <Input field={F.starts} />
        <Input field={F.ends} />
        <Input field={F.smallest} currency={markets[0]?.currency ?? "EUR"} />
        <div className="two">
          <Input field={F.uses} />
          <Input field={F.usesEach} />
        </div>
        <Text size="sm" className="quiet">
          {t.unlimited}
        </Text>
        <Scope />
      </Region>
    </Form>
  );
}

async function savePromo(
  store: string,
  base: Promo | undefined,
  body: ReturnType<typeof bodyOf>,
  key: string,
): Promise<Promo> {
  try {
    if (!base) return await write("createPromoCode", store, {}, body as never, key);
    const sent = { ...body, version: base.version };
    return await write("updatePromoCode", store, { promoCodeId: base.id }, sent, key);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    error.faults =
      error.code === "PROMO_CODE.CODE_TAKEN"
        ? [{ field: "code", message: error.message }]
        : error.faults.map(({ field, message }) => ({ field: fieldOf(field, body), message }));
    throw error;
  }
}

function faultsIn(values: Values, markets: readonly Market[]): FieldFault[] {
  const { kind, percent } = values;
  if (kind === "percentage" && !(typeof percent === "number" && percent > 0 && percent <= 10_000))
    return [{ field: "percent", message: t.needsPercent }];
  const amounts = markets.map((market) => amountField(market).name);
  if (kind === "amount" && amounts.every((name) => typeof values[name] !== "number"))
    return [{ field: amounts[0] ?? "kind", message: t.needsAmount }];
  return [];
}

function Kinds() {
  const { value, set } = useFieldState("kind");
  return (
    <Radio.Group label={say(F.kind.label)} value={String(value)} onChange={set}>
      <Stack gap="xs" mt="xs">
        {(F.kind.choices ?? []).map(([each, words]) => (
          <Radio key={each} value={each} label={say(words)} />
        ))}
      </Stack>
      {value === "mixed" && (
        <Text size="sm" mt="xs">
          {t.mixed}
        </Text>
      )}
    </Radio.Group>
  );
}

/** The terms of the chosen kind of discount. */
function DiscountTerms({ markets }: { markets: readonly Market[] }) {
  const { value: kind } = useFieldState("kind");
  const { value, fault, set } = useFieldState("markets");
  const percent = useFieldState("percent");
  if (kind === "mixed") return null;
  if (kind === "amount")
    return (
      <div className="two">
        {markets.map((market) => (
          <Input key={market.key} field={amountField(market)} currency={market.currency} />
        ))}
      </div>
    );
  return (
    <>
      {kind === "percentage" && (
        <PercentInput
          id="field-percent"
          label={say(F.percent.label)}
          error={percent.fault}
          {...{ value: percent.value, set: percent.set, setParseError: percent.setParseError }}
        />
      )}
      {markets.length > 1 && (
        <Picks
          id="field-markets"
          label={say(F.markets.label)}
          description={t.allMarkets}
          error={fault}
          value={Array.isArray(value) ? value.map(String) : []}
          set={set}
          of={markets.map(({ key }) => ({ value: key, label: key }))}
        />
      )}
    </>
  );
}

function Scope() {
  const { languages } = useStore();
  const products = useFieldState("products");
  const services = useFieldState("services");
  const ids = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  return (
    <>
      <RecordPicks
        id="field-products"
        operation="listProducts"
        nameOf={({ key, blocks }) => nameOf({ key, blocks }, languages)}
        label={say(F.products.label)}
        description={t.onlyProducts}
        error={products.fault}
        value={ids(products.value)}
        set={products.set}
        max={200}
      />
      <RecordPicks
        id="field-services"
        operation="listServices"
        nameOf={({ name, key }) => name || key}
        label={say(F.services.label)}
        description={t.onlyServices}
        error={services.fault}
        value={ids(services.value)}
        set={services.set}
        max={200}
      />
    </>
  );
}
