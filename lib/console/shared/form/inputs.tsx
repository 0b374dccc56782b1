import { Checkbox, NativeSelect, Pill, PillsInput, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { AnyField } from "#console/shared/fields.ts";
import { amountText, parseAmount } from "#console/shared/money.ts";
import { useStore } from "#console/shared/store.ts";
import { say } from "#console/shared/texts.ts";
import { clockIn, dateIn, secondOf } from "#console/shared/time.ts";
import { useFieldState } from "./store.ts";
import { t } from "./texts.ts";

interface InputProps {
  field: AnyField;
  currency?: string;
  /** Replaces the field's own label: `Amount in EU`. */
  label?: string;
  autoFocus?: boolean;
}

/** The input for the kind of the field; it needs a `Form` around it. */
export function Input(props: InputProps) {
  const { field } = props;
  const { value, fault, set, setParseError } = useFieldState(field.name);
  const common = {
    id: `field-${field.name}`,
    label: props.label ?? say(field.label),
    ...(field.help ? { description: say(field.help) } : {}),
    error: fault,
    ...(props.autoFocus ? { "data-autofocus": true, autoFocus: true } : {}),
  };
  const text = typeof value === "string" ? value : "";
  const max = field.limits.max;
  const limits = {
    required: field.limits.required === true,
    withAsterisk: false,
    ...(max ? { maxLength: max } : {}),
  };
  switch (field.kind) {
    case "lines":
      return (
        <Textarea
          {...common}
          {...limits}
          autosize
          minRows={3}
          value={text}
          onChange={(e) => set(e.currentTarget.value)}
        />
      );
    case "check":
      return <Checkbox {...common} checked={value === true} onChange={(e) => set(e.currentTarget.checked)} />;
    case "choice":
      return (
        <NativeSelect
          {...common}
          value={text}
          data={(field.choices ?? []).map(([each, words]) => ({ value: each, label: say(words) }))}
          onChange={(e) => set(e.currentTarget.value)}
        />
      );
    case "money":
      return (
        <AmountInput {...common} {...{ value, set, setParseError }} currency={props.currency ?? "EUR"} />
      );
    case "number":
      return <NumberText {...common} {...{ value, set, setParseError }} />;
    case "time":
      return <TimeInput {...common} {...{ value, set, setParseError }} />;
    case "tags":
      return <TagsInput {...common} value={Array.isArray(value) ? value.map(String) : []} set={set} />;
    default:
      return <TextInput {...common} {...limits} value={text} onChange={(e) => set(e.currentTarget.value)} />;
  }
}

export function Inputs({ of }: { of: readonly AnyField[] }) {
  return of.map((field) => <Input key={field.name} field={field} />);
}

interface ValueProps {
  id?: string;
  label: string;
  description?: string;
  error?: string | undefined;
  value: unknown;
  set: (value: unknown) => void;
  /** Called with a message while the typed text is invalid, and with undefined once it is valid. */
  setParseError?: (why: string | undefined) => void;
}

/** An input for an amount in minor units. Typed text that is no amount stays in the field. */
export function AmountInput({
  value,
  set,
  setParseError,
  currency,
  unit = currency,
  error,
  ...rest
}: ValueProps & { currency: string; unit?: string }) {
  const amount = typeof value === "number" ? value : null;
  const [typed, setTyped] = useState<string>();
  const isInvalid = typed !== undefined && typed.trim() !== "" && parseAmount(typed, currency) === undefined;
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      className="amount"
      value={typed ?? amountText(amount, currency)}
      error={isInvalid ? t.amount : error}
      rightSection={<span className="quiet">{unit}</span>}
      rightSectionWidth={56}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const read = parseAmount(text, currency);
        setTyped(text);
        setParseError?.(text.trim() === "" || read !== undefined ? undefined : t.amount);
        set(text.trim() === "" ? null : (read ?? null));
      }}
      onBlur={() => {
        if (!isInvalid) setTyped(undefined);
      }}
    />
  );
}

/** An input for a rate, whose value is in basis points (hundredths of a percent), or null. */
export function PercentInput({
  set,
  ...rest
}: Omit<ValueProps, "set"> & { set: (bps: number | null) => void }) {
  const put = (value: unknown) => set(typeof value === "number" ? value : null);
  // A percentage with two decimal digits in basis points parses as euros in cents do.
  return <AmountInput {...rest} set={put} currency="EUR" unit="%" />;
}

/** An input for a whole number, or null. */
export function NumberText({ value, set, setParseError, error, ...rest }: ValueProps) {
  const [typed, setTyped] = useState<string>();
  const isInvalid = typed !== undefined && !/^\s*-?\d*\s*$/.test(typed);
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      value={typed ?? (typeof value === "number" ? String(value) : "")}
      error={isInvalid ? t.number : error}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const number = Number(text);
        setParseError?.(Number.isInteger(number) ? undefined : t.number);
        set(text.trim() === "" || !Number.isInteger(number) ? null : number);
      }}
      onBlur={() => {
        if (!isInvalid) setTyped(undefined);
      }}
    />
  );
}

/** Inputs for a date and a time in the store's zone; the value is in Unix seconds, or null. */
export function TimeInput({ value, set, setParseError, error, label, id, ...rest }: ValueProps) {
  const { timezone } = useStore();
  const seconds = typeof value === "number" ? value : undefined;
  const [date, setDate] = useState(seconds === undefined ? "" : dateIn(seconds, timezone));
  const [clock, setClock] = useState(seconds === undefined ? "00:00" : clockIn(seconds, timezone));
  const put = (newDate: string, newClock: string) => {
    setDate(newDate);
    setClock(newClock);
    setParseError?.(newDate === "" || isDate(newDate) ? undefined : t.date);
    set(isDate(newDate) ? secondOf(newDate, newClock || "00:00", timezone) : null);
  };
  const isInvalid = date !== "" && !isDate(date);
  return (
    <div className="two">
      <TextInput
        {...rest}
        {...(id ? { id } : {})}
        label={label}
        placeholder="2026-11-24"
        inputMode="numeric"
        value={date}
        error={isInvalid ? t.date : error}
        onChange={(event) => put(event.currentTarget.value.trim(), clock)}
      />
      <TextInput
        label={t.time(label)}
        type="time"
        value={clock}
        onChange={(event) => put(date, event.currentTarget.value)}
      />
    </div>
  );
}

/** Whether the text is `YYYY-MM-DD` and a day of the calendar. */
export function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}

interface TagsProps extends Omit<ValueProps, "value"> {
  value: readonly string[];
}

/** An input for a list of words. Enter adds a word, and each word has a button that removes it. */
export function TagsInput({ value, set, id, label, description, error }: TagsProps) {
  const [typed, setTyped] = useState("");
  const add = () => {
    const word = typed.trim();
    setTyped("");
    if (word && !value.includes(word)) set([...value, word]);
  };
  return (
    <PillsInput label={label} description={description ?? t.addValue} error={error}>
      <Pill.Group>
        {value.map((word) => (
          <Pill
            key={word}
            withRemoveButton
            removeButtonProps={{ "aria-label": t.removeValue(word), "aria-hidden": false, tabIndex: 0 }}
            onRemove={() => set(value.filter((each) => each !== word))}
          >
            <bdi>{word}</bdi>
          </Pill>
        ))}
        <PillsInput.Field
          {...(id ? { id } : {})}
          aria-label={label}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key === "Enter" || event.key === ",") {
              event.preventDefault();
              add();
            } else if (event.key === "Backspace" && typed === "") set(value.slice(0, -1));
          }}
        />
      </Pill.Group>
    </PillsInput>
  );
}
