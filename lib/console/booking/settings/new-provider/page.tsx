import { PROVIDERS } from "#console/booking/links.ts";
import { Page as Frame } from "#console/shared/page.tsx";
import { useMay } from "#console/shared/store.ts";
import { ProviderForm } from "../provider-form.tsx";
import { t } from "./texts.ts";

export function Page() {
  const may = useMay();
  return (
    <Frame title={t.title} back={{ to: PROVIDERS, name: t.providers }}>
      <ProviderForm may={may("createProvider")} />
    </Frame>
  );
}
