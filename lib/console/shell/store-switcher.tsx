import { Button, Menu } from "@mantine/core";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { IconAdd, IconCheck, IconDown, IconStore } from "#console/shared/icons.ts";
import { useStores } from "#console/shared/session/account.ts";
import { useStore } from "#console/shared/store.ts";
import { t } from "./texts.ts";

/** Switches to another store and keeps the screen. */
export function StoreSwitcher() {
  const open = useStore();
  const stores = useStores();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const to = (key: string) => {
    // The other store lacks an open record, so the list of such records is opened instead.
    const screen = pathname
      .split("/")
      .slice(2)
      .filter((part) => !/^[a-z]+_?[0-9A-Za-z]{16,}$/.test(part));
    void navigate({ to: `/${key}/${screen.join("/") || "today"}` as string });
  };
  return (
    <Menu position="bottom-start" width={260} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          className="switcher"
          leftSection={<IconStore size={18} aria-hidden />}
          rightSection={<IconDown size={16} aria-hidden />}
          aria-label={`${t.switchStore}: ${open.name}`}
        >
          <bdi>{open.name}</bdi>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {stores.data?.items.map(({ id, key, name }) => (
          <Menu.Item
            key={id}
            onClick={() => to(key)}
            rightSection={id === open.id ? <IconCheck size={16} aria-hidden /> : null}
          >
            <bdi>{name || key}</bdi>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconAdd size={16} aria-hidden />}
          onClick={() => void navigate({ to: "/" as string, search: { new: "1" } as never })}
        >
          {t.newStore}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
