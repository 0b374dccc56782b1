import { PROVIDERS, WORKING_HOURS } from "#console/booking/links.ts";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import { Remove } from "#console/shared/dialog.tsx";
import { Loaded } from "#console/shared/loaded.tsx";
import { Page as Frame, GoButton } from "#console/shared/page.tsx";
import { useSlot } from "#console/shared/place.ts";
import { useMay } from "#console/shared/store.ts";
import { ProviderForm } from "../provider-form.tsx";
import { t } from "./texts.ts";

export function Page() {
  const providerId = useSlot("id");
  const may = useMay();
  const provider = useRead("getProvider", { providerId });
  return (
    <Frame
      title={provider.data ? provider.data.name || provider.data.key : t.title}
      back={{ to: PROVIDERS, name: t.providers }}
      actions={
        provider.data && (
          <>
            <GoButton to={WORKING_HOURS} search={{ provider: providerId }}>
              {t.hours}
            </GoButton>
            {may("deleteProvider") && <Delete id={providerId} />}
          </>
        )
      }
    >
      <Loaded of={provider} page>
        {(data) => <ProviderForm provider={data} may={may("updateProvider")} />}
      </Loaded>
    </Frame>
  );
}

function Delete({ id }: { id: string }) {
  const remove = useWrite("deleteProvider", ["listProviders", "listServices"]);
  const send = () => remove.send({ providerId: id }, undefined);
  return (
    <Remove write={remove} send={send} title={t.remove} text={t.removeText} done={t.removed} to={PROVIDERS} />
  );
}
