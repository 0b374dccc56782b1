import { Page as Frame } from "#console/shared/page.tsx";
import { screensIn } from "#console/shared/screens.ts";
import { useMay } from "#console/shared/store.ts";
import { StoreLink } from "#console/shared/store-link.tsx";
import { say } from "#console/shared/texts.ts";
import { t } from "./texts.ts";

/** Links to the settings that the user may open. */
export function Page() {
  const may = useMay();
  const shown = screensIn("settings").filter(({ needs }) => may(needs));
  return (
    <Frame title={t.title}>
      <ul className="plain tiles">
        {shown.map(({ path, title, about }) => (
          <li key={path} className="region">
            <StoreLink to={path} className="strong">
              {say(title)}
            </StoreLink>
            {about && <div className="quiet">{say(about)}</div>}
          </li>
        ))}
      </ul>
    </Frame>
  );
}
