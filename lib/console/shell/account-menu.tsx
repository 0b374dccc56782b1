import { ActionIcon, Menu } from "@mantine/core";
import { queryClient } from "#console/shared/api/queries.ts";
import { IconAccount } from "#console/shared/icons.ts";
import { screensIn } from "#console/shared/screens.ts";
import { useAccount } from "#console/shared/session/account.ts";
import { signOut } from "#console/shared/session/session.ts";
import { useStoreNavigate } from "#console/shared/store-link.tsx";
import { say } from "#console/shared/texts.ts";
import { t } from "./texts.ts";

export function AccountMenu({ showShortcuts }: { showShortcuts: () => void }) {
  const account = useAccount();
  const go = useStoreNavigate();
  const leave = async () => {
    await signOut();
    queryClient.clear();
  };
  return (
    <Menu position="bottom-end" width={240} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t.accountMenu}>
          <IconAccount size={22} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <bdi>{account.data?.email}</bdi>
        </Menu.Label>
        {screensIn("account").map(({ path, title }) => (
          <Menu.Item key={path} onClick={() => void go(path)}>
            {say(title)}
          </Menu.Item>
        ))}
        <Menu.Item onClick={showShortcuts}>{t.shortcuts}</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void leave()}>{t.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
