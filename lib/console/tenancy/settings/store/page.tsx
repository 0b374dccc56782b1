import { read, write } from "#console/shared/api/call.ts";
import { useRead } from "#console/shared/api/hooks.ts";
import { invalidateReads } from "#console/shared/api/queries.ts";
import type { AnyField } from "#console/shared/fields.ts";
import { Editable } from "#console/shared/form/editable.tsx";
import { Inputs } from "#console/shared/form/inputs.tsx";
import { Page as Frame, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { refreshRoles } from "#console/shared/session/account.ts";
import { useMay, useStore } from "#console/shared/store.ts";
import { type Business, bodyOf } from "../business.ts";
import { ADDRESS_FIELDS, IDENTITY_FIELDS, SHOP_FIELDS, STORE_FIELDS, valuesOf } from "./fields.ts";
import { t } from "./texts.ts";

export function Page() {
  const business = useRead("getBusiness", {});
  return (
    <Frame title={t.title} back={{ to: "settings", name: t.settings }}>
      <ReadView of={business} lines={8}>
        {(data) => <StoreForm business={data} />}
      </ReadView>
    </Frame>
  );
}

/** The form of the store's name, address and shop settings. */
function StoreForm({ business }: { business: Business }) {
  const may = useMay();
  const { id } = useStore();
  return (
    <Editable<Business>
      name="store"
      record={business}
      canEdit={may("updateBusiness")}
      fields={STORE_FIELDS}
      values={valuesOf}
      save={({ changes, values, base, key }) =>
        write("updateBusiness", id, {}, bodyOf(changes, values, base), key)
      }
      reread={() => read("getBusiness", id, {})}
      saved={() => {
        void refreshRoles();
        void invalidateReads(id, ["getBusiness", "getStore"]);
      }}
    >
      <FieldGroup title={t.identity} fields={IDENTITY_FIELDS} />
      <FieldGroup title={t.address} fields={ADDRESS_FIELDS} />
      <FieldGroup title={t.shop} fields={SHOP_FIELDS} />
    </Editable>
  );
}

function FieldGroup({ title, fields }: { title: string; fields: readonly AnyField[] }) {
  return (
    <Region title={title} className="fields">
      <Inputs of={fields} />
    </Region>
  );
}
