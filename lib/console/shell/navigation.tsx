import { useLocation } from "@tanstack/react-router";
import type { Screen } from "#console/shared/screen.ts";
import { screensIn } from "#console/shared/screens.ts";
import { useMay, useStore } from "#console/shared/store.ts";
import { StoreLink } from "#console/shared/store-link.tsx";
import { say } from "#console/shared/texts.ts";
import { t } from "./texts.ts";

/** Links to the main screens that the user may open. */
export function Navigation({ opened }: { opened: boolean }) {
  const may = useMay();
  const shown = screensIn("main").filter(({ needs }) => may(needs));
  return (
    <nav id="navigation" aria-label={t.main} className={opened ? "side opened" : "side"}>
      <ul>
        {shown.map((screen) => (
          <li key={screen.path}>
            <Entry screen={screen} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Entry({ screen: { path, title, navigation } }: { screen: Screen }) {
  const { pathname } = useLocation();
  const { key, id } = useStore();
  const here = pathname.replace(/^\/[^/]+\//, "");
  const inside = here === path || here.startsWith(`${path}/`);
  const Icon = navigation?.icon;
  return (
    <StoreLink
      to={path}
      className={inside ? "entry inside" : "entry"}
      {...(inside && (key || id) ? { "aria-current": "page" as const } : {})}
    >
      {Icon && <Icon size={18} aria-hidden />}
      {say(title)}
    </StoreLink>
  );
}
