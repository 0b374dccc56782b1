import { Pill, PillsInput } from "@mantine/core";
import { type KeyboardEvent, useId, useState } from "react";
import { t } from "./texts.ts";

type PickOption = { value: string; label: string };

export interface PicksProps {
  id?: string;
  label: string;
  description?: string | undefined;
  error?: string | undefined;
  value: readonly string[];
  set: (value: string[]) => void;
  of: readonly PickOption[];
  max?: number;
  /** Called with the typed text, for options that the API finds. Without it, the labels are searched. */
  search?: (text: string) => void;
}

/** Picks several options, which are found by typing. */
export function Picks({ value, set, of, max = 100, search, ...rest }: PicksProps) {
  const { id, label, description, error } = rest;
  const [typed, setTyped] = useState("");
  const [highlighted, setHighlighted] = useState<number>();
  const list = useId();
  const words = typed.trim().toLowerCase();
  const open = highlighted !== undefined && value.length < max;
  const offered = of.filter(
    (each) => !value.includes(each.value) && (search || each.label.toLowerCase().includes(words)),
  );
  const type = (text: string) => {
    setTyped(text);
    setHighlighted(0);
    search?.(text.trim());
  };
  const pickOption = (pick: PickOption | undefined) => {
    if (!pick) return;
    type("");
    set([...value, pick.value]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setHighlighted(((highlighted ?? -step) + step + offered.length) % Math.max(1, offered.length));
    else if (event.key === "Enter") pickOption(offered[highlighted ?? 0]);
    else if (event.key === "Escape" && open) setHighlighted(undefined);
    else if (event.key === "Backspace" && typed === "") return set(value.slice(0, -1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const labelOf = (one: string) => of.find((each) => each.value === one)?.label ?? one;
  return (
    <div className="picks">
      <PillsInput label={label} description={description} error={error}>
        <Pill.Group>
          {value.map((one) => (
            <Pill
              key={one}
              withRemoveButton
              removeButtonProps={{
                "aria-label": t.removeValue(labelOf(one)),
                "aria-hidden": false,
                tabIndex: 0,
              }}
              onRemove={() => set(value.filter((each) => each !== one))}
            >
              <bdi>{labelOf(one)}</bdi>
            </Pill>
          ))}
          <PillsInput.Field
            {...(id ? { id } : {})}
            aria-label={label}
            role="combobox"
            aria-expanded={open}
            aria-controls={open ? list : undefined}
            aria-autocomplete="list"
            aria-activedescendant={open && offered.length > 0 ? `${list}-${highlighted}` : undefined}
            autoComplete="off"
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
            onFocus={() => type(typed)}
            onBlur={() => setHighlighted(undefined)}
            onClick={() => setHighlighted(highlighted ?? 0)}
            onKeyDown={onKeyDown}
          />
        </Pill.Group>
      </PillsInput>
      {open && <OptionList id={list} label={label} offered={offered} at={highlighted} take={pickOption} />}
    </div>
  );
}

interface OptionListProps {
  id: string;
  label: string;
  offered: readonly PickOption[];
  at: number;
  take: (pick: PickOption) => void;
}

function OptionList({ id, label, offered, at: highlighted, take: pickOption }: OptionListProps) {
  return (
    <div role="listbox" id={id} aria-label={label} className="hits offer" tabIndex={-1}>
      {offered.length === 0 && (
        <div role="option" aria-disabled aria-selected={false} tabIndex={-1} className="hit quiet">
          {t.nothing}
        </div>
      )}
      {offered.map((pick, index) => (
        <div
          key={pick.value}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === highlighted}
          className="hit"
          // A click would come too late: the list closes when the field loses the focus.
          onMouseDown={(event) => {
            event.preventDefault();
            pickOption(pick);
          }}
        >
          <bdi>{pick.label}</bdi>
        </div>
      ))}
    </div>
  );
}
