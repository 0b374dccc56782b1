import { Checkbox, Stack, Text } from "@mantine/core";
import { NEW_SERVICE, PROVIDERS } from "#console/booking/links.ts";
import { read, write } from "#console/shared/api/call.ts";
import { useRead } from "#console/shared/api/hooks.ts";
import { invalidateReads } from "#console/shared/api/queries.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { Editable } from "#console/shared/form/editable.tsx";
import { Input } from "#console/shared/form/inputs.tsx";
import { useFieldState } from "#console/shared/form/store.ts";
import { Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { useStore } from "#console/shared/store.ts";
import { StoreLink, useStoreNavigate } from "#console/shared/store-link.tsx";
import { catalogue } from "#console/shared/texts.ts";
import * as F from "./provider-fields.tsx";

type Provider = Schemas["Provider"];

const t = catalogue(
  {
    newService: "New service",
    noServices: "There are no services yet.",
    offers: "What they offer",
    who: "Who it is",
  },
  {
    newService: "Neue Leistung",
    noServices: "Noch gibt es keine Leistungen.",
    offers: "Was angeboten wird",
    who: "Wer es ist",
  },
);

export function ProviderForm({ provider, may }: { provider?: Provider; may: boolean }) {
  const { id: store } = useStore();
  const go = useStoreNavigate();
  const id = provider?.id ?? "";
  return (
    <Editable<Provider>
      name={`provider:${id || "new"}`}
      record={provider}
      canEdit={may}
      fields={F.FORM_FIELDS}
      values={(record) => ({
        name: record?.name ?? "",
        description: record?.description ?? "",
        status: record?.status ?? "ACTIVE",
        concurrentLimit: record?.concurrentLimit ?? 1,
        serviceIds: record?.serviceIds ?? [],
      })}
      save={({ changes, base, key }) =>
        base
          ? write("updateProvider", store, { providerId: id }, { ...changes, version: base.version }, key)
          : write("createProvider", store, {}, changes, key)
      }
      {...(provider ? { reread: () => read("getProvider", store, { providerId: id }) } : {})}
      saved={(saved) => {
        void invalidateReads(store, ["listProviders", "getProvider", "listServices", "getService"]);
        if (!provider) void go(`${PROVIDERS}/${saved.id}`, { ignoreBlocker: true, replace: true });
      }}
    >
      <Region title={t.who} className="fields">
        <Input field={F.NAME} />
        <Input field={F.DESCRIPTION} />
        <Input field={F.STATUS} />
        <Input field={F.CONCURRENT_LIMIT} />
      </Region>
      <Region title={t.offers}>
        <Services />
      </Region>
    </Editable>
  );
}

function Services() {
  const { value, set } = useFieldState(F.SERVICES.name);
  const services = useRead("listServices", {}, { limit: 100 });
  return (
    <ReadView of={services} lines={2}>
      {({ items }) =>
        items.length === 0 ? (
          <Text>
            {t.noServices} <StoreLink to={NEW_SERVICE}>{t.newService}</StoreLink>
          </Text>
        ) : (
          <Checkbox.Group
            aria-label={t.offers}
            value={Array.isArray(value) ? value.map(String) : []}
            onChange={set}
          >
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
