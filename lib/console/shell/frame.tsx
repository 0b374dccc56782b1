import { ActionIcon } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { ConfirmDialog } from "#console/shared/dialog.tsx";
import { IconClose, IconMenu } from "#console/shared/icons.ts";
import { Toast } from "#console/shared/toast.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { Navigation } from "./navigation.tsx";
import { Palette, PaletteButton } from "./palette.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { StatusBanners } from "./status-banners.tsx";
import { StoreSwitcher } from "./store-switcher.tsx";
import { t } from "./texts.ts";
import { useShortcuts } from "./use-shortcuts.ts";

export function Frame({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<"navigation" | "palette" | "shortcuts">();
  const { pathname } = useLocation();
  useEffect(() => setOpened(undefined), [pathname]);
  useShortcuts({ palette: () => setOpened("palette"), shortcuts: () => setOpened("shortcuts") });
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
        <StatusBanners>{children}</StatusBanners>
      </main>
      <Toast />
      <ConfirmDialog />
      {opened === "palette" && <Palette close={() => setOpened(undefined)} />}
      {opened === "shortcuts" && <Shortcuts close={() => setOpened(undefined)} />}
    </div>
  );
}
