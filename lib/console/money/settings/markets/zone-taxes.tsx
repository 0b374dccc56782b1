import { Group, Stack, Text, TextInput } from "@mantine/core";
import { PercentInput, TagsInput } from "#console/shared/form/inputs.tsx";
import { useFieldState } from "#console/shared/form/store.ts";
import { Action } from "#console/shared/page.tsx";
import { w } from "#console/shared/words.ts";
import { areaText, type Zone } from "../market-form.ts";
import { ZONES } from "./fields.ts";
import { t } from "./texts.ts";

type Rate = Zone["tax_rates"][number];

/** The zones of a market with their tax rates. */
export function ZoneTaxes() {
  const { value, set } = useFieldState(ZONES.name);
  const zones: readonly Zone[] = Array.isArray(value) ? value : [];
  const change = (at: number, next: Partial<Zone>) =>
    set(zones.map((zone, index) => (index === at ? { ...zone, ...next } : zone)));
  return (
    <Stack>
      {zones.map((zone, at) => (
        <fieldset key={zone.id ?? at} className="group inset">
          <legend>{t.zone(areaText(zone, t.everywhere))}</legend>
          <div className="two">
            <TagsInput
              label={t.countries}
              description={t.countriesHelp}
              value={zone.countries}
              set={(all) => change(at, { countries: upperCaseCodes(all) })}
            />
            <PercentInput
              label={t.ownTax}
              description={t.ownTaxHelp}
              value={zone.tax_bps}
              set={(bps) => change(at, { tax_bps: bps })}
            />
          </div>
          <Rates rates={zone.tax_rates} set={(tax_rates) => change(at, { tax_rates })} />
          {zones.length > 1 && (
            <Action danger onClick={() => set(zones.filter((_, index) => index !== at))}>
              {t.removeZone}
            </Action>
          )}
        </fieldset>
      ))}
      <div>
        <Action onClick={() => set([...zones, emptyZone()])}>{t.addZone}</Action>
      </div>
    </Stack>
  );
}

function Rates({ rates, set }: { rates: readonly Rate[]; set: (rates: Rate[]) => void }) {
  const change = (at: number, next: Partial<Rate>) =>
    set(rates.map((rate, index) => (index === at ? { ...rate, ...next } : rate)));
  return (
    <Stack gap="xs" my="xs">
      {rates.length > 0 && <Text size="sm">{t.ratesText}</Text>}
      {rates.map((rate, at) => (
        <Group key={at} align="flex-end" gap="xs">
          <TextInput
            className="grow"
            label={t.category}
            value={rate.category}
            onChange={(event) => change(at, { category: event.currentTarget.value })}
          />
          <PercentInput
            label={t.rate}
            value={rate.tax_bps}
            set={(bps) => change(at, { tax_bps: bps ?? 0 })}
          />
          <Action onClick={() => set(rates.filter((_, index) => index !== at))}>{w.remove}</Action>
        </Group>
      ))}
      <div>
        <Action onClick={() => set([...rates, { category: "", name: "", tax_bps: 0 }])}>{t.addRate}</Action>
      </div>
    </Stack>
  );
}

function emptyZone(): Partial<Zone> {
  return { countries: [], states: [], postal_codes: [], tax_bps: null, tax_rates: [], shipping_methods: [] };
}

function upperCaseCodes(codes: unknown): string[] {
  return Array.isArray(codes) ? codes.map((code) => String(code).toUpperCase()) : [];
}
