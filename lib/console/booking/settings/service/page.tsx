import { SERVICES } from "#console/booking/links.ts";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import { DeleteButton } from "#console/shared/dialog.tsx";
import { Page as Frame } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { useMay } from "#console/shared/store.ts";
import { usePathParam } from "#console/shared/url-params.ts";
import { ServiceForm } from "../service-form.tsx";
import { t } from "./texts.ts";

export function Page() {
  const serviceId = usePathParam("id");
  const may = useMay();
  const service = useRead("getService", { serviceId });
  return (
    <Frame
      title={service.data ? service.data.name || service.data.key : t.title}
      back={{ to: SERVICES, name: t.services }}
      actions={service.data && may("deleteService") && <Delete id={serviceId} />}
    >
      <ReadView of={service} notFoundPage>
        {(data) => <ServiceForm service={data} may={may("updateService")} />}
      </ReadView>
    </Frame>
  );
}

function Delete({ id }: { id: string }) {
  const remove = useWrite("deleteService", ["listServices", "listProviders"]);
  const send = () => remove.send({ serviceId: id }, undefined);
  return (
    <DeleteButton
      write={remove}
      send={send}
      title={t.remove}
      text={t.removeText}
      done={t.removed}
      to={SERVICES}
    />
  );
}
