import { SERVICES } from "#console/booking/links.ts";
import { Page as Frame } from "#console/shared/page.tsx";
import { useMay } from "#console/shared/store.ts";
import { ServiceForm } from "../service-form.tsx";
import { t } from "./texts.ts";

export function Page() {
  const may = useMay();
  return (
    <Frame title={t.title} back={{ to: SERVICES, name: t.services }}>
      <ServiceForm may={may("createService")} />
    </Frame>
  );
}
