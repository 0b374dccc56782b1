import { PROVIDERS, WORKING_HOURS } from "#console/booking/links.ts";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import { DeleteButton } from "#console/shared/dialog.tsx";
import { Page as Frame, LinkButton } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { useMay } from "#console/shared/store.ts";
import { usePathParam } from "#console/shared/url-params.ts";
import { ProviderForm } from "../provider-form.tsx";
import { t } from "./texts.ts";

export function Page() {
  const providerId = usePathParam("id");
  const may = useMay();
  const provider = useRead("getProvider", { providerId });
  return (
    <Frame
      title={provider.data ? provider.data.name || provider.data.key : t.title}
      back={{ to: PROVIDERS, name: t.providers }}
      actions={
        provider.data && (
          <>
            <LinkButton to={WORKING_HOURS} search={{ provider: providerId }}>
              {t.hours}
            </LinkButton>
            {may("deleteProvider") && <Delete id={providerId} />}
          </>
        )
      }
    >
      <ReadView of={provider} notFoundPage>
        {(data) => <ProviderForm provider={data} may={may("updateProvider")} />}
      </ReadView>
    </Frame>
  );
}

function Delete({ id }: { id: string }) {
  const remove = useWrite("deleteProvider", ["listProviders", "listServices"]);
  const send = () => remove.send({ providerId: id }, undefined);
  return (
    <DeleteButton
      write={remove}
      send={send}
      title={t.remove}
      text={t.removeText}
      done={t.removed}
      to={PROVIDERS}
    />
  );
}
