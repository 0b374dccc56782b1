import { useRead } from "#console/shared/api/hooks.ts";
import { Loaded } from "#console/shared/loaded.tsx";
import { Act, Page as Frame, Region } from "#console/shared/page.tsx";
import { Checklist, useOwnSetup } from "../../setup/checklist.tsx";
import { t } from "./texts.ts";

export function Page() {
  const setup = useRead("getSetup", {});
  const own = useOwnSetup();
  return (
    <Frame
      title={t.title}
      back={{ to: "settings", name: t.settings }}
      actions={own.hidden && <Act act={() => void own.show()}>{t.show}</Act>}
    >
      <Region title={t.list}>
        <Loaded of={setup} lines={9}>
          {(data) => <Checklist setup={data} />}
        </Loaded>
      </Region>
    </Frame>
  );
}
