import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "#console/shared/dialog.tsx";
import { sentenceOf } from "#console/shared/failure.tsx";
import { w } from "#console/shared/words.ts";
import { fourAtOnce } from "./four-at-once.ts";
import { t } from "./texts.ts";

export const MOST = 200;

export interface Selection {
  ids: readonly string[];
  all: boolean;
  has(id: string): boolean;
  toggle(id: string): void;
  togglePage(): void;
  clear(): void;
}

/** The selected rows of a page; a row that is no longer shown is no longer selected. */
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
      if (!next.delete(id) && next.size < MOST) next.add(id);
      setChosen(next);
    },
    togglePage: () => setChosen(new Set(all ? [] : rows.slice(0, MOST).map(({ id }) => id))),
    clear: () => setChosen(new Set()),
  };
}

export interface Outcome {
  id: string;
  error?: unknown;
}

export interface BulkAct {
  label: string;
  danger?: boolean;
  /** Asks for input or a confirmation first; undefined cancels. */
  ask?: (ids: readonly string[]) => Promise<unknown>;
  /** Handles one record. */
  one?: (id: string, asked: unknown) => Promise<unknown>;
  /** Handles up to a hundred records in one request, and resolves to the outcome of each. */
  hundred?: (ids: readonly string[], asked: unknown) => Promise<readonly Outcome[]>;
  /** Opens another page instead. */
  open?: (ids: readonly string[]) => void;
  /** Runs at the end, also after failures. */
  after?: () => void;
}

interface BulkProps<R> {
  rows: readonly (R & { id: string })[];
  acts: readonly BulkAct[];
  selection: Selection;
  nameOf: (record: R) => string;
}

interface Running {
  label: string;
  act: BulkAct;
  asked: unknown;
  names: ReadonlyMap<string, string>;
  outcomes: readonly Outcome[];
  of: number;
}

/** The actions for the selected rows, and the outcome of each row. */
export function Bulk<R>({ acts, selection, nameOf, rows }: BulkProps<R>) {
  const [running, setRunning] = useState<Running>();
  const run = async (act: BulkAct, ids: readonly string[], known?: Running) => {
    if (act.open) return act.open(ids);
    const asked = known ? known.asked : await act.ask?.(ids);
    if (act.ask && asked === undefined) return;
    const names = known?.names ?? new Map(rows.map((row) => [row.id, nameOf(row)]));
    const begun: Running = { label: act.label, act, asked, names, outcomes: [], of: ids.length };
    setRunning(begun);
    const outcomes: Outcome[] = [];
    await perform(act, ids, asked, (done) => {
      outcomes.push(...done);
      setRunning({ ...begun, outcomes: [...outcomes] });
    });
    act.after?.();
  };
  return (
    <>
      {selection.ids.length > 0 && (
        <div role="toolbar" aria-label={t.selected} className="bulk">
          <Text fw={600}>{t.selectedNumber(selection.ids.length)}</Text>
          {acts.map((act) => (
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
          retry={(ids) => void run(running.act, ids, running)}
          close={() => {
            setRunning(undefined);
            selection.clear();
          }}
        />
      )}
    </>
  );
}

async function perform(
  { one, hundred }: BulkAct,
  ids: readonly string[],
  asked: unknown,
  tell: (done: readonly Outcome[]) => void,
): Promise<void> {
  if (one)
    return fourAtOnce(ids, async (id) => {
      try {
        await one(id, asked);
        tell([{ id }]);
      } catch (error) {
        tell([{ id, error }]);
      }
    });
  for (let from = 0; hundred && from < ids.length; from += 100) {
    const part = ids.slice(from, from + 100);
    tell(await hundred(part, asked).catch((error: unknown) => part.map((id) => ({ id, error }))));
  }
}

interface ResultsProps {
  running: Running;
  retry: (ids: readonly string[]) => void;
  close: () => void;
}

function Results({ running: { label, outcomes, names, of }, retry, close }: ResultsProps) {
  const failed = outcomes.filter(({ error }) => error !== undefined);
  const sorted = [...failed, ...outcomes.filter(({ error }) => error === undefined)];
  return (
    <Dialog title={t.results} close={close} wide>
      <Stack>
        <Text role="status">
          {label}: {t.working(outcomes.length - failed.length, of)}
        </Text>
        <ul className="plain results">
          {sorted.map(({ id, error }) => (
            <li key={id}>
              <bdi>{names.get(id) ?? id}</bdi>
              <span className={error === undefined ? "quiet" : "bad"}>
                {error === undefined ? t.succeeded : `${t.failed}: ${sentenceOf(error)}`}
              </span>
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          {failed.length > 0 && outcomes.length === of && (
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
