import { createContext, useContext, useSyncExternalStore } from "react";
import type { FieldFault } from "#console/shared/api/errors.ts";
import { changesOf, type Values } from "./merge.ts";

/**
 * What a form holds, outside React: a key pressed in one field draws that field alone, however many there are.
 */
export interface FormStore {
  values(): Values;
  base(): Values;
  changes(): Values;
  set(name: string, value: unknown): void;
  setAll(values: Values): void;
  /** Begins anew from what is stored. */
  reset(base: Values): void;
  faults(): readonly FieldFault[];
  setFaults(faults: readonly FieldFault[]): void;
  /** Says of a field that what is typed in it is no value of its kind, and why; undefined once it is. */
  misread(name: string, why: string | undefined): void;
  /** What cannot be sent as it is typed. */
  misreads(): readonly FieldFault[];
  subscribe(listener: () => void): () => void;
}

export function formStore(begin: Values): FormStore {
  let [base, values]: [Values, Values] = [begin, begin];
  let faults: readonly FieldFault[] = [];
  const misread = new Map<string, string>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    values: () => values,
    base: () => base,
    changes: () => changesOf(base, values),
    set(name, value) {
      values = { ...values, [name]: value };
      // What was wrong with a field is no longer known once it is another.
      faults = faults.filter(({ field }) => !isOf(field, name));
      tell();
    },
    setAll(next) {
      values = { ...values, ...next };
      tell();
    },
    reset(next) {
      [base, values, faults] = [next, next, []];
      misread.clear();
      tell();
    },
    faults: () => faults,
    setFaults(next) {
      faults = next;
      tell();
    },
    misread(name, why) {
      if (why === undefined) misread.delete(name);
      else misread.set(name, why);
    },
    misreads: () => [...misread].map(([field, message]) => ({ field, message })),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Whether a path of the API, `items[0].price` or `name`, is that of a field of the form. */
export function isOf(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
}

export const FormContext = createContext<FormStore | undefined>(undefined);

export function useFormStore(): FormStore {
  const store = useContext(FormContext);
  if (!store) throw new Error("A field stands in a form.");
  return store;
}

/** One field: its value, what is wrong with it, and how to change it. */
export function useFieldState(name: string): {
  value: unknown;
  fault: string | undefined;
  set: (value: unknown) => void;
  misread: (why: string | undefined) => void;
} {
  const store = useFormStore();
  const value = useSyncExternalStore(store.subscribe, () => store.values()[name]);
  const fault = useSyncExternalStore(
    store.subscribe,
    () => store.faults().find(({ field }) => isOf(field, name))?.message,
  );
  return {
    value,
    fault,
    set: (next) => store.set(name, next),
    misread: (why) => store.misread(name, why),
  };
}

/** Something about the whole form; it must be the same value while nothing changes. */
export function useFormValue<T extends string | number | boolean | undefined>(
  store: FormStore,
  of: (store: FormStore) => T,
): T {
  return useSyncExternalStore(store.subscribe, () => of(store));
}
