import { Dialog } from "#console/shared/dialog.tsx";
import { Kbd } from "#console/shared/kbd.tsx";
import { SCREENS } from "#console/shared/screens.ts";
import { getSettings } from "#console/shared/settings.ts";
import { useMay } from "#console/shared/store.ts";
import { say } from "#console/shared/texts.ts";
import { t } from "./texts.ts";

export function Shortcuts({ close }: { close: () => void }) {
  const may = useMay();
  const screens = SCREENS.flatMap(({ navigation, title, needs }) =>
    navigation?.letter && may(needs) ? [{ keys: ["g", navigation.letter], does: t.goTo(say(title)) }] : [],
  );
  const all = [
    { keys: ["Ctrl", "K"], does: t.openPalette },
    { keys: ["?"], does: t.showShortcuts },
    { keys: ["n"], does: t.make },
    { keys: ["j"], does: t.nextRow },
    { keys: ["k"], does: t.previousRow },
    { keys: ["x"], does: t.select },
    ...screens,
  ];
  return (
    <Dialog title={t.shortcuts} close={close}>
      {!getSettings().keys && <p>{t.shortcutsOff}</p>}
      <dl className="terms wide">
        {all.map(({ keys, does }) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd>
              <Kbd keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
