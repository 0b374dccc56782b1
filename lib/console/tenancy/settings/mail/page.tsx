import { Text } from "@mantine/core";
import { read, write } from "#console/shared/api/call.ts";
import { useRead } from "#console/shared/api/hooks.ts";
import { invalidateReads } from "#console/shared/api/queries.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { Editable } from "#console/shared/form/editable.tsx";
import { count, shareText } from "#console/shared/money.ts";
import { DescriptionList, Page as Frame, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { type Business, bodyOf } from "../business.ts";
import { MAIL_FIELDS, valuesOf } from "./fields.ts";
import { t } from "./texts.ts";

export function Page() {
  const business = useRead("getBusiness", {});
  const stats = useRead("getMailStats", {});
  return (
    <Frame title={t.title} back={{ to: "settings", name: t.settings }}>
      <Region title={t.addresses} className="fields">
        <ReadView of={business}>{(data) => <Edit business={data} />}</ReadView>
      </Region>
      <Region title={t.arrival}>
        <ReadView of={stats}>{(data) => <DeliveryRates stats={data} />}</ReadView>
      </Region>
    </Frame>
  );
}

function Edit({ business }: { business: Business }) {
  const may = useMay();
  const { id } = useStore();
  return (
    <Editable<Business>
      name="mail"
      record={business}
      canEdit={may("updateBusiness")}
      fields={MAIL_FIELDS}
      values={valuesOf}
      save={({ changes, values, base, key }) =>
        write("updateBusiness", id, {}, bodyOf(changes, values, base), key)
      }
      reread={() => read("getBusiness", id, {})}
      saved={() => void invalidateReads(id, ["getBusiness", "getStore"])}
    />
  );
}

function DeliveryRates({ stats }: { stats: Schemas["MailStats"] }) {
  if (stats.sent === 0) return <Text>{t.nothingSent}</Text>;
  return (
    <DescriptionList
      items={[
        [t.sent, count(stats.sent)],
        [t.delivered, `${count(stats.delivered)} (${shareText(stats.deliveryRate)})`],
        [t.opened, `${count(stats.opened)} (${shareText(stats.openRate)})`],
        [t.bounced, `${count(stats.bounced)} (${shareText(stats.bounceRate)})`],
        [t.complained, `${count(stats.complained)} (${shareText(stats.complaintRate)})`],
        [t.failed, count(stats.failed)],
      ]}
    />
  );
}
