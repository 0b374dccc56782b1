import { useRead } from "#console/shared/api/hooks.ts";
import { Action, Page as Frame, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { Checklist, useOwnSetup } from "../../setup/checklist.tsx";
import { t } from "./texts.ts";

export function Page() {
  const setup = useRead("getSetup", {});
  const own = useOwnSetup();
  return (
    <Frame
      title={t.title}
      back={{ to: "settings", name: t.settings }}
      actions={own.hidden && <Action onClick={() => void own.show()}>{t.show}</Action>}
    >
      <Region title={t.list}>
        <ReadView of={setup} lines={9}>
          {(data) => <Checklist setup={data} />}
        </ReadView>
      </Region>
    </Frame>
  );
}
