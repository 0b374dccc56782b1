import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Page } from "#console/shared/page.tsx";
import { rolesFor } from "#console/shared/roles.ts";
import type { Screen } from "#console/shared/screen.ts";
import { useMay } from "#console/shared/store.ts";
import { w } from "#console/shared/words.ts";

/** Shows the screen to users who may open it. Others see which roles may open it, and no data is read. */
export function RequirePermission({ screen, children }: { screen: Screen; children: ReactNode }) {
  const may = useMay();
  if (may(screen.needs)) return children;
  const names = rolesFor(screen.needs).map((role) => w[role]);
  return (
    <Page title={w.notYours}>
      <Text>{w.notYoursText(names.join(", "))}</Text>
    </Page>
  );
}
