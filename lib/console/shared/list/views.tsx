import { Button, Menu, TextInput } from "@mantine/core";
import { useState } from "react";
import { DialogForm } from "#console/shared/dialog.tsx";
import { useOwnData } from "#console/shared/own-data.ts";
import type { Search } from "#console/shared/screen.ts";
import { say } from "#console/shared/texts.ts";
import { showToast, showUndoToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import type { NamedView } from "./list.tsx";
import { type ListState, viewOf } from "./state.ts";
import { t } from "./texts.ts";

type ViewsProps = { path: string; views: readonly NamedView[]; list: ListState };

/** The built-in views of a list, and those that the user saved. */
export function Views({ path, views, list }: ViewsProps) {
  const own = useOwnData(`${path}:`);
  const [naming, setNaming] = useState(false);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const saved = [...own.stored].filter(([name]) => !hidden.includes(name));
  const current = list.search.view ?? views[0]?.name ?? "";
  const changed =
    list.search.query ||
    list.search.columns ||
    list.search.sort_field ||
    Object.keys(list.filters).length > 0;
  if (views.length === 0 && saved.length === 0 && !changed) return null;
  const openView = (view: string, search: Search) => {
    const cleared = Object.fromEntries(Object.keys(list.search).map((name) => [name, undefined]));
    list.change({ ...cleared, ...search, view: view === views[0]?.name ? undefined : view });
  };
  const deleteView = (name: string) => {
    setHidden([...hidden, name]);
    openView(views[0]?.name ?? "", {});
    showUndoToast(
      t.viewDeleted,
      () => void own.drop(name),
      () => setHidden(hidden.filter((each) => each !== name)),
    );
  };
  const isSaved = own.stored.has(current);
  return (
    <div className="views">
      <div role="tablist" aria-label={t.views} className="tabs">
        {views.map(({ name, label }) => (
          <Tab key={name} label={say(label)} selected={current === name} act={() => openView(name, {})} />
        ))}
        {saved.map(([name, search]) => (
          <Tab
            key={name}
            label={name}
            selected={current === name}
            act={() => openView(name, Object(search))}
          />
        ))}
      </div>
      {changed && !isSaved && (
        <Button variant="subtle" size="compact-sm" onClick={() => setNaming(true)}>
          {t.saveView}
        </Button>
      )}
      {isSaved && (
        <Menu transitionProps={{ duration: 0 }}>
          <Menu.Target>
            <Button variant="subtle" size="compact-sm">
              {w.more}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => deleteView(current)}>{t.deleteView}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {naming && (
        <NameView
          close={() => setNaming(false)}
          save={(name) => {
            setNaming(false);
            void own.put(name, viewOf(list.search)).then(() => showToast(t.viewSaved));
            list.change({ view: name });
          }}
        />
      )}
    </div>
  );
}

function Tab({ label, selected, act }: { label: string; selected: boolean; act: () => void }) {
  return (
    <button type="button" role="tab" aria-selected={selected} className="tab" onClick={act}>
      <bdi>{label}</bdi>
    </button>
  );
}

function NameView({ close, save }: { close: () => void; save: (name: string) => void }) {
  const [name, setName] = useState("");
  return (
    <DialogForm
      title={t.saveView}
      close={close}
      action={w.save}
      blocked={!name.trim()}
      submit={() => save(name.trim())}
    >
      <TextInput
        label={t.viewName}
        data-autofocus
        maxLength={40}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
