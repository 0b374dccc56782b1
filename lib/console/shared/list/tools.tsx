import { Button, Checkbox, NativeSelect, Pill, Popover, Stack, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { DialogForm } from "#console/shared/dialog.tsx";
import { type AnyField, textOf } from "#console/shared/fields.ts";
import { IconColumns, IconFilter, IconSearch } from "#console/shared/icons.ts";
import { say } from "#console/shared/texts.ts";
import { w } from "#console/shared/words.ts";
import { isShown } from "./columns.ts";
import type { ListState } from "./state.ts";
import { t } from "./texts.ts";

type ToolsProps = { name: string; list: ListState; fields: readonly AnyField[]; canSearch: boolean };

export function Tools({ name, list, fields, canSearch }: ToolsProps) {
  const [filtering, setFiltering] = useState(false);
  const filtered = fields.filter(({ filter }) => filter);
  const columns = fields.filter(({ list: shown }) => shown);
  return (
    <>
      <div className="list-tools">
        {canSearch && <SearchField name={name} list={list} />}
        {filtered.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconFilter size={16} aria-hidden />}
            onClick={() => setFiltering(true)}
          >
            {t.filters}
          </Button>
        )}
        {columns.length > 3 && <Columns list={list} fields={columns} />}
        <Chips list={list} fields={filtered} />
      </div>
      {filtering && <Filters list={list} fields={filtered} close={() => setFiltering(false)} />}
    </>
  );
}

/** Milliseconds without a key press before the list is searched. */
const DEBOUNCE_MS = 300;

function SearchField({ name, list }: { name: string; list: ListState }) {
  const query = list.search.query ?? "";
  const [typed, setTyped] = useState(query);
  const { change } = list;
  useEffect(() => setTyped(query), [query]);
  useEffect(() => {
    if (typed.trim() === query) return;
    const timer = setTimeout(() => change({ query: typed.trim() || undefined }), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      className="search"
      type="search"
      aria-label={t.search(name)}
      placeholder={t.search(name)}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

function Chips({ list, fields }: { list: ListState; fields: readonly AnyField[] }) {
  const set = Object.entries(list.filters);
  if (set.length === 0) return null;
  return (
    <>
      {set.map(([param, value]) => {
        const field = fields.find(
          ({ filter }) => param === filter?.by || param.replace(/_(from|to)$/, "") === filter?.by,
        );
        const label = field ? say(field.label) : param;
        const words = value.split(",").map((each) => (field ? textOf(field, each) : each));
        return (
          <Pill
            key={param}
            size="md"
            withRemoveButton
            removeButtonProps={{ "aria-label": t.removeFilter(label), "aria-hidden": false, tabIndex: 0 }}
            onRemove={() => list.change({ [param]: undefined })}
          >
            {label}: {words.join(", ")}
          </Pill>
        );
      })}
      <Button variant="subtle" size="compact-sm" onClick={list.clear}>
        {t.clear}
      </Button>
    </>
  );
}

type FiltersProps = { list: ListState; fields: readonly AnyField[]; close: () => void };

function Filters({ list, fields, close }: FiltersProps) {
  const [values, setValues] = useState<Record<string, string>>({ ...list.filters });
  const setValue = (name: string, value: string) => setValues({ ...values, [name]: value });
  const apply = () => {
    close();
    list.change(
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value || undefined])),
    );
  };
  return (
    <DialogForm title={t.filters} close={close} action={w.apply} submit={apply}>
      {fields.map((field) => (
        <FilterInput key={field.name} field={field} values={values} put={setValue} />
      ))}
    </DialogForm>
  );
}

interface FilterInputProps {
  field: AnyField;
  values: Readonly<Record<string, string>>;
  put: (name: string, value: string) => void;
}

function FilterInput({ field, values, put: setValue }: FilterInputProps) {
  const { filter, choices } = field;
  const label = say(field.label);
  if (!filter) return null;
  const text = (name: string, title: string) => (
    <TextInput
      label={title}
      {...(field.kind === "time" ? { type: "date" } : {})}
      value={values[name] ?? ""}
      onChange={(event) => setValue(name, event.currentTarget.value)}
    />
  );
  if (filter.range)
    return (
      <div className="two">
        {text(`${filter.by}_from`, t.from(label))}
        {text(`${filter.by}_to`, t.to(label))}
      </div>
    );
  if (!choices) return text(filter.by, label);
  if (!filter.several)
    return (
      <NativeSelect
        label={label}
        value={values[filter.by] ?? ""}
        data={[
          { value: "", label: t.anything },
          ...choices.map(([value, words]) => ({ value, label: say(words) })),
        ]}
        onChange={(event) => setValue(filter.by, event.currentTarget.value)}
      />
    );
  const chosen = (values[filter.by] ?? "").split(",").filter(Boolean);
  return (
    <Checkbox.Group label={label} value={chosen} onChange={(all) => setValue(filter.by, all.join(","))}>
      <Stack gap={6} mt={6}>
        {choices.map(([value, words]) => (
          <Checkbox key={value} value={value} label={say(words)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function Columns({ list, fields }: { list: ListState; fields: readonly AnyField[] }) {
  const shown = fields.filter(isShown(list.search.columns)).map(({ name }) => name);
  const setValue = (names: string[]) =>
    list.change({
      columns:
        fields
          .map(({ name }) => name)
          .filter((name) => names.includes(name))
          .join(",") || undefined,
    });
  return (
    <Popover position="bottom-end" trapFocus transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <Button variant="default" className="desk" leftSection={<IconColumns size={16} aria-hidden />}>
          {t.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group label={t.columns} value={shown} onChange={setValue}>
          <Stack gap={6} mt={6}>
            {fields.map(({ name, label }) => (
              <Checkbox key={name} value={name} label={say(label)} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
