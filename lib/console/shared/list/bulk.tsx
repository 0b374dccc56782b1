import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "#console/shared/dialog.tsx";
import { messageOf } from "#console/shared/failure.tsx";
import { w } from "#console/shared/words.ts";
import { forEachConcurrent } from "./for-each-concurrent.ts";
import { t } from "./texts.ts";

export const MAX_SELECTED = 200;

export interface Selection {
  ids: readonly string[];
  all: boolean;
  has(id: string): boolean;
  toggle(id: string): void;
  togglePage(): void;
  clear(): void;
}

/** The selected rows among the shown rows. A row that disappears is no longer selected. */
export function useSelection(rows: readonly { id: string }[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = rows.map(({ id }) => id).filter((id) => chosen.has(id));
  const all = ids.length > 0 && ids.length === rows.length;
  return {
    ids,
    all,
    has: (id) => chosen.has(id),
    toggle(id) {
      const next = new Set(ids);
      if (!next.delete(id) && next.size < MAX_SELECTED) next.add(id);
      setChosen(next);
    },
    togglePage: () => setChosen(new Set(all ? [] : rows.slice(0, MAX_SELECTED).map(({ id }) => id))),
    clear: () => setChosen(new Set()),
  };
}

export type Outcome = { id: string; error?: unknown };

export interface BulkAction {
  label: string;
  danger?: boolean;
  /** Asks for input or a confirmation first. If it returns undefined, nothing is done. */
  ask?: (ids: readonly string[]) => Promise<unknown>;
  perRecord?: (id: string, input: unknown) => Promise<unknown>;
  /** Handles up to a hundred records in one request, and resolves to the outcome of each. */
  perHundred?: (ids: readonly string[], input: unknown) => Promise<readonly Outcome[]>;
  /** Opens another screen, which runs the action. */
  open?: (ids: readonly string[]) => void;
  /** Runs at the end, also after failures. */
  after?: () => void;
}

interface BulkProps<R> {
  rows: readonly (R & { id: string })[];
  actions: readonly BulkAction[];
  selection: Selection;
  nameOf: (record: R) => string;
}

interface Running {
  label: string;
  action: BulkAction;
  input: unknown;
  names: ReadonlyMap<string, string>;
  outcomes: readonly Outcome[];
  total: number;
}

/** Buttons for the actions on selected rows, and a dialog with the outcome of each row. */
export function Bulk<R>({ actions, selection, nameOf, rows }: BulkProps<R>) {
  const [running, setRunning] = useState<Running>();
  const run = async (act: BulkAction, ids: readonly string[], known?: Running) => {
    if (act.open) return act.open(ids);
    const input = known ? known.input : await act.ask?.(ids);
    if (act.ask && input === undefined) return;
    const names = known?.names ?? new Map(rows.map((row) => [row.id, nameOf(row)]));
    const started: Running = { label: act.label, action: act, input, names, outcomes: [], total: ids.length };
    setRunning(started);
    const outcomes: Outcome[] = [];
    await runAction(act, ids, input, (done) => {
      outcomes.push(...done);
      setRunning({ ...started, outcomes: [...outcomes] });
    });
    act.after?.();
  };
  return (
    <>
      {selection.ids.length > 0 && (
        <div role="toolbar" aria-label={t.selected} className="bulk">
          <Text fw={600}>{t.selectedNumber(selection.ids.length)}</Text>
          {actions.map((act) => (
            <Button
              key={act.label}
              variant="default"
              {...(act.danger ? { color: "red" } : {})}
              onClick={() => void run(act, selection.ids)}
            >
              {act.label}
            </Button>
          ))}
          <Button variant="subtle" onClick={selection.clear}>
            {t.unselect}
          </Button>
        </div>
      )}
      {running && (
        <Results
          running={running}
          retry={(ids) => void run(running.action, ids, running)}
          close={() => {
            setRunning(undefined);
            selection.clear();
          }}
        />
      )}
    </>
  );
}

async function runAction(
  { perRecord: one, perHundred: hundred }: BulkAction,
  ids: readonly string[],
  input: unknown,
  report: (done: readonly Outcome[]) => void,
): Promise<void> {
  if (one)
    return forEachConcurrent(ids, async (id) => {
      try {
        await one(id, input);
        report([{ id }]);
      } catch (error) {
        report([{ id, error }]);
      }
    });
  for (let from = 0; hundred && from < ids.length; from += 100) {
    const part = ids.slice(from, from + 100);
    report(await hundred(part, input).catch((error: unknown) => part.map((id) => ({ id, error }))));
  }
}

type ResultsProps = { running: Running; retry: (ids: readonly string[]) => void; close: () => void };

function Results({ running: { label, outcomes, names, total }, retry, close }: ResultsProps) {
  const failed = outcomes.filter(({ error }) => error !== undefined);
  const sorted = [...failed, ...outcomes.filter(({ error }) => error === undefined)];
  return (
    <Dialog title={t.results} close={close} wide>
      <Stack>
        <Text role="status">
          {label}: {t.working(outcomes.length - failed.length, total)}
        </Text>
        <ul className="plain results">
          {sorted.map(({ id, error }) => (
            <li key={id}>
              <bdi>{names.get(id) ?? id}</bdi>
              <span className={error === undefined ? "quiet" : "bad"}>
                {error === undefined ? t.succeeded : `${t.failed}: ${messageOf(error)}`}
              </span>
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          {failed.length > 0 && outcomes.length === total && (
            <Button variant="default" onClick={() => retry(failed.map(({ id }) => id))}>
              {t.retryFailed}
            </Button>
          )}
          <Button onClick={close}>{w.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
