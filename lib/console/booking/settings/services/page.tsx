import { NEW_SERVICE, SERVICES } from "#console/booking/links.ts";
import { RecordList } from "#console/shared/list/list.tsx";
import { Page as Frame, LinkButton } from "#console/shared/page.tsx";
import { useMay } from "#console/shared/store.ts";
import { SERVICE_FIELDS } from "../service-fields.tsx";
import { t } from "./texts.ts";

export function Page() {
  const may = useMay();
  const make = may("createService") && (
    <span data-new>
      <LinkButton to={NEW_SERVICE} primary>
        {t.create}
      </LinkButton>
    </span>
  );
  return (
    <Frame title={t.title} back={{ to: "settings", name: t.settings }} actions={make}>
      <RecordList
        path={SERVICES}
        name={t.name}
        operation="listServices"
        fields={SERVICE_FIELDS}
        titleColumn={{
          label: ["Name", "Name"],
          name: ({ name, key }) => name || key,
          to: ({ id }) => `${SERVICES}/${id}`,
        }}
        empty={make}
      />
    </Frame>
  );
}
