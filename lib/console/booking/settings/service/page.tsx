import { SERVICES } from "#console/booking/links.ts";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import { Remove } from "#console/shared/dialog.tsx";
import { Loaded } from "#console/shared/loaded.tsx";
import { Page as Frame } from "#console/shared/page.tsx";
import { useSlot } from "#console/shared/place.ts";
import { useMay } from "#console/shared/store.ts";
import { ServiceForm } from "../service-form.tsx";
import { t } from "./texts.ts";

export function Page() {
  const serviceId = useSlot("id");
  const may = useMay();
  const service = useRead("getService", { serviceId });
  return (
    <Frame
      title={service.data ? service.data.name || service.data.key : t.title}
      back={{ to: SERVICES, name: t.services }}
      actions={service.data && may("deleteService") && <Delete id={serviceId} />}
    >
      <Loaded of={service} page>
        {(data) => <ServiceForm service={data} may={may("updateService")} />}
      </Loaded>
    </Frame>
  );
}

function Delete({ id }: { id: string }) {
  const remove = useWrite("deleteService", ["listServices", "listProviders"]);
  const send = () => remove.send({ serviceId: id }, undefined);
  return (
    <Remove write={remove} send={send} title={t.remove} text={t.removeText} done={t.removed} to={SERVICES} />
  );
}
