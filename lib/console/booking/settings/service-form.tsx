import { Checkbox, Group, Stack, Text } from "@mantine/core";
import { PROVIDERS as PROVIDERS_PATH, SERVICES } from "#console/booking/links.ts";
import { read, write } from "#console/shared/api/call.ts";
import { useRead } from "#console/shared/api/hooks.ts";
import { invalidateReads } from "#console/shared/api/queries.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { Editable } from "#console/shared/form/editable.tsx";
import { AmountInput, Input, NumberText } from "#console/shared/form/inputs.tsx";
import { useFieldState } from "#console/shared/form/store.ts";
import { Action, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { useStore } from "#console/shared/store.ts";
import { StoreLink, useStoreNavigate } from "#console/shared/store-link.tsx";
import { say } from "#console/shared/texts.ts";
import { w } from "#console/shared/words.ts";
import * as F from "./service-fields.tsx";
import { t } from "./service-texts.ts";

type Service = Schemas["Service"];
type Step = Service["durations"][number];
type Price = Service["prices"][number];

interface ServiceFormProps {
  /** Undefined for a new service. */
  service?: Service;
  may: boolean;
}

export function ServiceForm({ service, may }: ServiceFormProps) {
  const { id: store } = useStore();
  const go = useStoreNavigate();
  const id = service?.id ?? "";
  return (
    <Editable<Service>
      name={`service:${id || "new"}`}
      record={service}
      canEdit={may}
      fields={F.FORM_FIELDS}
      values={(record) => ({
        name: record?.name ?? "",
        description: record?.description ?? "",
        status: record?.status ?? "ACTIVE",
        durations: record?.durations ?? [{ duration: 60, isPause: false }],
        prices: record?.prices.map(({ market, amount }) => ({ market, amount })) ?? [],
        isApprovalRequired: record?.isApprovalRequired ?? false,
        slotInterval: record?.slotInterval ?? null,
        providerIds: record?.providerIds ?? [],
      })}
      save={({ changes, base, key }) =>
        base
          ? write("updateService", store, { serviceId: id }, { ...changes, version: base.version }, key)
          : write("createService", store, {}, changes, key)
      }
      {...(service ? { reread: () => read("getService", store, { serviceId: id }) } : {})}
      saved={(saved) => {
        void invalidateReads(store, ["listServices", "getService", "listProviders", "getProvider"]);
        if (!service) void go(`${SERVICES}/${saved.id}`, { ignoreBlocker: true, replace: true });
      }}
    >
      <Region title={t.what} className="fields">
        <Input field={F.NAME} />
        <Input field={F.DESCRIPTION} />
        <Input field={F.STATUS} />
      </Region>
      <Region title={t.time} className="fields">
        <Steps />
        <Input field={F.INTERVAL} />
        <Input field={F.APPROVAL} />
      </Region>
      <Region title={t.prices} className="fields">
        <Prices />
      </Region>
      <Region title={t.providers}>
        <Providers />
      </Region>
    </Editable>
  );
}

function Steps() {
  const { value, set, fault } = useFieldState(F.DURATIONS.name);
  const steps: readonly Step[] = Array.isArray(value) ? value : [];
  const change = (at: number, next: Partial<Step>) =>
    set(steps.map((step, index) => (index === at ? { ...step, ...next } : step)));
  return (
    <Stack gap="xs">
      {steps.map((step, at) => (
        <Group key={at} align="flex-end">
          <NumberText
            {...(at === 0 ? { id: `field-${F.DURATIONS.name}` } : {})}
            label={at === 0 ? say(F.DURATIONS.label) : t.step(at + 1)}
            description={t.minutes}
            value={step.duration}
            set={(minutes) => change(at, { duration: typeof minutes === "number" ? minutes : 0 })}
            error={at === 0 ? fault : undefined}
          />
          {at > 0 && (
            <>
              <Checkbox
                label={t.pause}
                checked={step.isPause}
                onChange={(event) => change(at, { isPause: event.currentTarget.checked })}
              />
              <Action onClick={() => set(steps.filter((_, index) => index !== at))}>{w.remove}</Action>
            </>
          )}
        </Group>
      ))}
      <div>
        <Action onClick={() => set([...steps, { duration: 15, isPause: true }])}>{t.addStep}</Action>
      </div>
    </Stack>
  );
}

function Prices() {
  const { value, set } = useFieldState(F.PRICES.name);
  const markets = useRead("listMarkets", {});
  const prices: readonly Price[] = Array.isArray(value) ? value : [];
  const setPrice = (market: string, amount: unknown) => {
    const others = prices.filter((price) => price.market !== market);
    set(typeof amount === "number" ? [...others, { market, amount }] : others);
  };
  return (
    <ReadView of={markets} lines={2}>
      {({ items }) =>
        items.map(({ key, currency }) => (
          <AmountInput
            key={key}
            label={t.priceIn(key)}
            currency={currency}
            value={prices.find(({ market }) => market === key)?.amount ?? null}
            set={(amount) => setPrice(key, amount)}
          />
        ))
      }
    </ReadView>
  );
}

function Providers() {
  const { value, set } = useFieldState(F.PROVIDERS.name);
  const providers = useRead("listProviders", {}, { limit: 100 });
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <ReadView of={providers} lines={2}>
      {({ items }) =>
        items.length === 0 ? (
          <Text>
            {t.noProviders} <StoreLink to={`${PROVIDERS_PATH}/new`}>{t.newProvider}</StoreLink>
          </Text>
        ) : (
          <Checkbox.Group aria-label={t.providers} value={chosen} onChange={set}>
            <Stack gap="xs">
              {items.map(({ id, name, key }) => (
                <Checkbox key={id} value={id} label={name || key} />
              ))}
            </Stack>
          </Checkbox.Group>
        )
      }
    </ReadView>
  );
}
