import { ActionIcon } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { Questions } from "#console/shared/dialog.tsx";
import { IconClose, IconMenu } from "#console/shared/icons.ts";
import { Status } from "#console/shared/status.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { useShortcuts } from "./keys.ts";
import { Navigation } from "./navigation.tsx";
import { Palette, PaletteButton } from "./palette.tsx";
import { Presence } from "./presence.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { StoreSwitcher } from "./store-switcher.tsx";
import { t } from "./texts.ts";

export function Frame({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<"navigation" | "palette" | "shortcuts">();
  const { pathname } = useLocation();
  useEffect(() => setOpened(undefined), [pathname]);
  useShortcuts({
    palette: () => setOpened("palette"),
    shortcuts: () => setOpened("shortcuts"),
  });
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {t.skip}
      </a>
      <header className="top">
        <ActionIcon
          className="burger"
          variant="subtle"
          size="lg"
          aria-label={opened === "navigation" ? t.closeNavigation : t.navigation}
          aria-expanded={opened === "navigation"}
          aria-controls="navigation"
          onClick={() => setOpened(opened === "navigation" ? undefined : "navigation")}
        >
          {opened === "navigation" ? <IconClose size={20} /> : <IconMenu size={20} />}
        </ActionIcon>
        <StoreSwitcher />
        <PaletteButton open={() => setOpened("palette")} />
        <AccountMenu showShortcuts={() => setOpened("shortcuts")} />
      </header>
      <Navigation opened={opened === "navigation"} />
      <main id="content" tabIndex={-1}>
        <Presence>{children}</Presence>
      </main>
      <Status />
      <Questions />
      {opened === "palette" && <Palette close={() => setOpened(undefined)} />}
      {opened === "shortcuts" && <Shortcuts close={() => setOpened(undefined)} />}
    </div>
  );
}
