import { Alert, Text } from "@mantine/core";
import { csvLine } from "#console/generated/csv.ts";
import { DataTable } from "#console/shared/data-table.tsx";
import { saveFile } from "#console/shared/download.ts";
import { count } from "#console/shared/money.ts";
import { Action, DescriptionList, Region } from "#console/shared/page.tsx";
import { say } from "#console/shared/texts.ts";
import { type CellFault, isFatal, type Line } from "./check.ts";
import { t } from "./texts.ts";
import { FAULTS, OUTCOMES } from "./words.ts";

interface PreviewProps {
  fileFaults: readonly CellFault[];
  lines: readonly Line[];
  busy: boolean;
  /** Undefined for users who may not import. */
  start: (() => void) | undefined;
}

/** The most lines that the preview shows; the outcomes come in this order. */
const MAX_LINES = 100;
const ORDER = ["fault", "changed", "new", "same"] as const;

export function Preview({ fileFaults, lines, busy, start }: PreviewProps) {
  const withOutcome = (outcome: Line["outcome"]) => lines.filter((line) => line.outcome === outcome);
  const first = ORDER.flatMap(withOutcome).slice(0, MAX_LINES);
  const faulty = withOutcome("fault");
  const left = lines.length - faulty.length;
  const blocked = fileFaults.some(isFatal) || left === 0;
  return (
    <Region title={t.preview}>
      <DescriptionList
        items={ORDER.map((outcome) => [say(OUTCOMES[outcome]), count(withOutcome(outcome).length)] as const)}
      />
      {fileFaults.length > 0 && (
        <Alert color="yellow" role="alert" my="sm">
          {fileFaults.map(({ column, kind, line }) => (
            <Text key={`${column} ${kind}`} size="sm">
              {t.faultIn(line === undefined ? column : `${t.line} ${line}`, say(FAULTS[kind]))}
            </Text>
          ))}
        </Alert>
      )}
      <DataTable name={t.preview} headings={[t.line, t.key, t.name, t.outcome, t.details]}>
        {first.map((line) => (
          <tr key={line.line}>
            <td className="number">{line.line}</td>
            <td>{line.key}</td>
            <td>
              <bdi>{line.name}</bdi>
            </td>
            <td>{say(OUTCOMES[line.outcome])}</td>
            <td>{detailsOf(line)}</td>
          </tr>
        ))}
      </DataTable>
      {lines.length > first.length && <Text size="sm">{t.more(count(lines.length - first.length))}</Text>}
      {faulty.length > 0 && <Text size="sm">{t.leavesOut}</Text>}
      <div className="page-actions">
        {faulty.length > 0 && <Action onClick={() => saveFaults(faulty)}>{t.downloadFaults}</Action>}
        {!blocked && start && (
          <Action primary busy={busy} onClick={start}>
            {t.start}
          </Action>
        )}
      </div>
    </Region>
  );
}

function detailsOf({ changes, faults }: Line): string {
  const wrong = faults.map(({ column, kind }) => t.faultIn(column, say(FAULTS[kind])));
  const changed = changes.map(({ column, before, after }) => t.change(column, before, after));
  return [...wrong, ...changed].join("; ");
}

function saveFaults(lines: readonly Line[]): void {
  const rows = lines.flatMap(({ line, key, faults }) =>
    faults.map(({ column, kind }) => csvLine([String(line), key, column, say(FAULTS[kind])])),
  );
  saveFile("faults.csv", new Blob(["\ufeff", csvLine(["line", "key", "column", "fault"]), ...rows]));
}
