import { intentKey } from "@storefront-backend/client";
import { useEffect, useRef, useState } from "react";
import { type FieldFault, faultsOf, InvalidForm, isConflict } from "#console/shared/api/errors.ts";
import { handleForbidden } from "#console/shared/api/queries.ts";
import { useStore } from "#console/shared/store.ts";
import { showToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import { draftOf, dropDraft, storeDraft } from "./draft.ts";
import { changesOf, type FieldConflict, merge, type Values } from "./merge.ts";
import { type FormStore, formStore } from "./store.ts";

export interface SaveRequest<R> {
  changes: Values;
  values: Values;
  /** The record as it was read. The request must send its `version`, if it has one. */
  base: R | undefined;
  key: string;
}

/** The record was saved, but not some fields with separate requests. The form keeps the typed values of those. */
export class PartlySaved<R> {
  readonly record: R;
  readonly faults: readonly FieldFault[];

  constructor(record: R, faults: readonly FieldFault[]) {
    this.record = record;
    this.faults = faults;
  }
}

export interface RecordFormOptions<R> {
  /** The name of the draft: `customer:{id}`, `customer:new`. */
  name: string;
  /** The record to change; undefined for a new one. */
  record?: R | undefined;
  /** The values of the form for a record, or for a new one. */
  values: (record: R | undefined) => Values;
  save: (request: SaveRequest<R>) => Promise<R | PartlySaved<R>>;
  /** Reads the record again, to compare it if somebody else changed it. */
  reread?: () => Promise<R>;
  saved?: (record: R) => void;
  /** Whether a draft must not restore the field, because its value is soon out of date, such as stock. */
  isVolatile?: (name: string) => boolean;
}

export type Conflict<R> = { theirs: R; merged: Values; conflicts: readonly FieldConflict[] };

export interface RecordForm<R = unknown> {
  store: FormStore;
  busy: boolean;
  error: unknown;
  conflict: Conflict<R> | undefined;
  draft: Values | undefined;
  restore(): void;
  save(): Promise<void>;
  /** Saves after a conflict, with the chosen value of each field. */
  saveAgain(chosen: Values): Promise<void>;
  discard(): void;
  dismiss(): void;
}

type State<R> = { busy: boolean; error?: unknown; conflict?: Conflict<R> };

/** The state of a record's form: typed values, saving, faults, comparison and draft. */
export function useRecordForm<R>(options: RecordFormOptions<R>): RecordForm<R> {
  const { accountId, id } = useStore();
  const name = `${accountId}:${id}:${options.name}`;
  const [store] = useState(() => formStore(options.values(options.record)));
  const [draft, setDraft] = useState(() => draftOf(name));
  const [state, setState] = useState<State<R>>({ busy: false });
  const now = useRef({ base: options.record, intent: "", key: "", busy: false });
  useNewerRecord(store, options, now.current);
  const { isVolatile = () => false } = options;
  useEffect(
    () => store.subscribe(() => storeDraft(name, withoutFields(store.changes(), isVolatile))),
    [store, name],
  );

  async function send(values: Values, base: R | undefined): Promise<void> {
    const { current } = now;
    const shown = store.values();
    const requestText = JSON.stringify(values);
    if (current.intent !== requestText) Object.assign(current, { intent: requestText, key: intentKey() });
    const changes = changesOf(options.values(base), values);
    const saved = await options.save({ changes: base ? changes : values, values, base, key: current.key });
    const { record, faults } = saved instanceof PartlySaved ? saved : { record: saved, faults: [] };
    Object.assign(current, { base: record, intent: "" });
    const stored = options.values(record);
    const typedMeanwhile = changesOf(shown, store.values());
    const refused = Object.fromEntries(faults.map(({ field }) => [field, values[field]]));
    store.reset(stored);
    dropDraft(name);
    setDraft(undefined);
    setState({ busy: false });
    store.setAll({ ...refused, ...withoutFields(typedMeanwhile, (field) => !(field in stored)) });
    if (faults.length > 0) throw new InvalidForm(faults);
    showToast(w.saved);
    options.saved?.(record);
  }

  async function attempt(act: () => Promise<void>): Promise<void> {
    if (now.current.busy) return;
    now.current.busy = true;
    setState({ busy: true });
    store.setFaults([]);
    try {
      await act();
    } catch (error) {
      handleForbidden(error);
      store.setFaults(faultsOf(error));
      setState({ busy: false, error });
    } finally {
      now.current.busy = false;
    }
  }

  /** Merges with the record that somebody else saved, or lets the user decide about conflicts. */
  async function compare(base: R, theirs: R): Promise<void> {
    const { merged, conflicts } = merge(options.values(base), options.values(theirs), store.values());
    if (conflicts.length > 0) return setState({ busy: false, conflict: { theirs, merged, conflicts } });
    await send(merged, theirs);
  }

  const save = () =>
    attempt(async () => {
      const { base } = now.current;
      if (store.parseErrors().length > 0) throw new InvalidForm(store.parseErrors());
      const newer = base && options.reread ? await changedMeanwhile(base, options.reread) : undefined;
      if (base && newer) return compare(base, newer);
      try {
        await send(store.values(), base);
      } catch (error) {
        if (!isConflict(error) || !base || !options.reread) throw error;
        await compare(base, await options.reread());
      }
    });

  return {
    store,
    busy: state.busy,
    error: state.error,
    conflict: state.conflict,
    draft,
    restore() {
      if (draft) store.setAll(draft);
      setDraft(undefined);
    },
    save,
    saveAgain: (chosen) =>
      attempt(async () => {
        if (state.conflict) await send({ ...state.conflict.merged, ...chosen }, state.conflict.theirs);
      }),
    discard() {
      store.reset(options.values(now.current.base));
      dropDraft(name);
      setDraft(undefined);
      setState({ busy: false });
    },
    dismiss: () => setState({ busy: false }),
  };
}

function withoutFields(values: Values, leaves: (name: string) => boolean): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !leaves(name)));
}

/** The current record if somebody changed it. Skips records with a version, which the API compares itself. */
async function changedMeanwhile<R>(base: R, reread: () => Promise<R>): Promise<R | undefined> {
  if ("version" in Object(base)) return undefined;
  const now = await reread();
  return Object(now).updated_at === Object(base).updated_at ? undefined : now;
}

/** Shows a newer version of the record in the form, as long as the user has changed nothing. */
function useNewerRecord<R>(
  store: FormStore,
  { record, values }: RecordFormOptions<R>,
  now: { base: R | undefined; busy: boolean },
): void {
  useEffect(() => {
    if (record === undefined || record === now.base || now.busy) return;
    if (Object.keys(store.changes()).length > 0) return;
    now.base = record;
    store.reset(values(record));
  }, [record]);
}
