import { PROVIDERS } from "#console/booking/links.ts";
import { RecordList } from "#console/shared/list/list.tsx";
import { Page as Frame, LinkButton } from "#console/shared/page.tsx";
import { useMay } from "#console/shared/store.ts";
import { PROVIDER_FIELDS } from "../provider-fields.tsx";
import { t } from "./texts.ts";

export function Page() {
  const may = useMay();
  const make = may("createProvider") && (
    <span data-new>
      <LinkButton to={`${PROVIDERS}/new`} primary>
        {t.create}
      </LinkButton>
    </span>
  );
  return (
    <Frame title={t.title} back={{ to: "settings", name: t.settings }} actions={make}>
      <RecordList
        path={PROVIDERS}
        name={t.name}
        operation="listProviders"
        fields={PROVIDER_FIELDS}
        titleColumn={{
          label: ["Name", "Name"],
          name: ({ name, key }) => name || key,
          to: ({ id }) => `${PROVIDERS}/${id}`,
        }}
        empty={make}
      />
    </Frame>
  );
}
