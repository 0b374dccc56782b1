import { createContext, useContext, useSyncExternalStore } from "react";
import type { FieldFault } from "#console/shared/api/errors.ts";
import { changesOf, type Values } from "./merge.ts";

/** The values of a form, stored outside React so that a key press redraws only one field. */
export interface FormStore {
  values(): Values;
  base(): Values;
  changes(): Values;
  set(name: string, value: unknown): void;
  setAll(values: Values): void;
  /** Replaces all values by the stored ones. */
  reset(base: Values): void;
  faults(): readonly FieldFault[];
  setFaults(faults: readonly FieldFault[]): void;
  /** Sets why the typed text is invalid; undefined once it is valid. */
  setParseError(name: string, why: string | undefined): void;
  /** The fields whose typed text is invalid. */
  parseErrors(): readonly FieldFault[];
  subscribe(listener: () => void): () => void;
}

export function formStore(initial: Values): FormStore {
  let [base, values]: [Values, Values] = [initial, initial];
  let faults: readonly FieldFault[] = [];
  const parseErrors = new Map<string, string>();
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    values: () => values,
    base: () => base,
    changes: () => changesOf(base, values),
    set(name, value) {
      values = { ...values, [name]: value };
      // The API's fault was about the old value.
      faults = faults.filter(({ field }) => !isPathOf(field, name));
      notify();
    },
    setAll(next) {
      values = { ...values, ...next };
      notify();
    },
    reset(next) {
      [base, values, faults] = [next, next, []];
      parseErrors.clear();
      notify();
    },
    faults: () => faults,
    setFaults(next) {
      faults = next;
      notify();
    },
    setParseError(name, why) {
      if (why === undefined) parseErrors.delete(name);
      else parseErrors.set(name, why);
    },
    parseErrors: () => [...parseErrors].map(([field, message]) => ({ field, message })),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Whether a path of the API, such as `items[0].price`, belongs to the form field `items`. */
export function isPathOf(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
}

export const FormContext = createContext<FormStore | undefined>(undefined);

export function useFormStore(): FormStore {
  const store = useContext(FormContext);
  if (!store) throw new Error("A field must be inside a form.");
  return store;
}

/** The value and fault of one field, and how to change it. */
export function useFieldState(name: string): {
  value: unknown;
  fault: string | undefined;
  set: (value: unknown) => void;
  setParseError: (why: string | undefined) => void;
} {
  const store = useFormStore();
  const value = useSyncExternalStore(store.subscribe, () => store.values()[name]);
  const fault = useSyncExternalStore(
    store.subscribe,
    () => store.faults().find(({ field }) => isPathOf(field, name))?.message,
  );
  return {
    value,
    fault,
    set: (next) => store.set(name, next),
    setParseError: (why) => store.setParseError(name, why),
  };
}

/** A value computed from the form: a primitive, so that React sees whether it changed. */
export function useFormValue<T extends string | number | boolean | undefined>(
  store: FormStore,
  of: (store: FormStore) => T,
): T {
  return useSyncExternalStore(store.subscribe, () => of(store));
}
