import { Button, Modal, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQueries } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useState } from "react";
import { readQuery } from "#console/shared/api/queries.ts";
import { IconSearch } from "#console/shared/icons.ts";
import { Kbd } from "#console/shared/kbd.tsx";
import type { Hit } from "#console/shared/screen.ts";
import { SCREENS } from "#console/shared/screens.ts";
import { useMay, useStore } from "#console/shared/store.ts";
import { useStoreNavigate } from "#console/shared/store-link.tsx";
import { say } from "#console/shared/texts.ts";
import { w } from "#console/shared/words.ts";
import { t } from "./texts.ts";

export function PaletteButton({ open }: { open: () => void }) {
  return (
    <Button
      variant="default"
      className="jump"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={<Kbd keys={["Ctrl", "K"]} quiet />}
      onClick={open}
      aria-haspopup="dialog"
    >
      <span>{t.jump}</span>
    </Button>
  );
}

interface Entry extends Hit {
  group: string;
}

/** A dialog to find and open screens, actions and records by typed text. */
export function Palette({ close }: { close: () => void }) {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const go = useStoreNavigate();
  const list = useId();
  const { entries, busy } = useEntries(typed.trim());
  const chosen = Math.min(at, Math.max(0, entries.length - 1));
  const follow = (entry: Entry | undefined) => {
    if (!entry) return;
    close();
    void go(entry.path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") follow(entries[chosen]);
    else if (step) setAt((chosen + step + entries.length) % Math.max(1, entries.length));
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={t.palette}
      size="lg"
      yOffset="10vh"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ "aria-label": w.close }}
    >
      <TextInput
        data-autofocus
        aria-label={t.jump}
        placeholder={t.jump}
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={list}
        aria-activedescendant={entries.length > 0 ? `${list}-${chosen}` : undefined}
        aria-autocomplete="list"
        value={typed}
        leftSection={<IconSearch size={16} aria-hidden />}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={list} aria-label={t.palette} aria-busy={busy} className="hits" tabIndex={-1}>
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's
          <div
            key={`${entry.group} ${entry.path} ${entry.name}`}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className="hit"
            onClick={() => follow(entry)}
          >
            <bdi>{entry.name}</bdi>
            <span>{entry.more ?? entry.group}</span>
          </div>
        ))}
      </div>
      <div role="status">{entries.length === 0 && !busy ? t.noHits : ""}</div>
    </Modal>
  );
}

function useEntries(typed: string): { entries: Entry[]; busy: boolean } {
  const may = useMay();
  const { id } = useStore();
  const [searchText] = useDebouncedValue(typed, 250);
  const allowed = SCREENS.filter(({ needs, path }) => may(needs) && !path.includes("$"));
  const words = typed.toLowerCase();
  const named = allowed
    .map(({ path, title, createLabel, searchWords: more = "" }) => ({
      name: say(createLabel ?? title),
      path,
      group: t.screens,
      more: undefined,
      find: more,
    }))
    .filter(({ name, find }) => `${name} ${find}`.toLowerCase().includes(words))
    .map(({ find: _, ...entry }) => entry);
  const finders = allowed.flatMap(({ recordSearch, title }) =>
    recordSearch ? [{ ...recordSearch, title }] : [],
  );
  const found = useQueries({
    queries: finders.map(({ operation }) => ({
      ...readQuery(operation, id, {}, { query: searchText, limit: 5 } as never),
      enabled: searchText.length > 1,
    })),
  });
  const hits = found.flatMap(({ data }, index) => {
    const { hit, title } = finders[index] ?? {};
    const items: never[] = searchText.length > 1 && searchText === typed ? (Object(data).items ?? []) : [];
    return hit && title ? items.map((item) => ({ ...hit(item), group: say(title) })) : [];
  });
  return {
    entries: [...named, ...hits],
    busy: searchText !== typed || found.some(({ isFetching }) => isFetching),
  };
}
