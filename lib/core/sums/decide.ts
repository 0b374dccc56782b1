import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { ComputedRecord, Contributions, SumSource } from "./declaration.ts";
import type { Hosts } from "./hosts.ts";
import type { Mark } from "./schema.ts";
import { marks } from "./table.ts";

/** What counting a record changes in one generation. */
export interface SumChange {
  generation: string;
  before: Contributions;
  after: Contributions;
  gone: boolean;
  mark: Write;
}

/** The new state of a record's mark. */
interface MarkState extends ComputedRecord {
  gone: boolean;
}

/**
 * Decides what counting a record changes in one generation. It returns `left` where the mark is up to date, `later`
 * where the record adds to a host that does not exist yet, and an error where the record cannot be read.
 *
 * @param item the record, read after its mark; absent where it is deleted
 */
export function decideChange(
  source: SumSource,
  at: Pick<Mark, "store_id" | "generation" | "kind" | "of" | "counted_at">,
  mark: Stored<Mark> | undefined,
  item: Record<string, unknown> | undefined,
  { hosts, zone, carried }: { hosts: Hosts; zone: string; carried?: Mark | undefined },
): SumChange | "left" | "later" | Error {
  const now = nextMark(source, mark, item, { zone, carried });
  if (now === "left" || now instanceof Error) return now;
  const before = mark?.contributions ?? {};
  const { version, born, gone, contributions: after } = now;
  const awaits = Object.keys(after).some((row) => hosts.isAbsent(row) && !(row in before));
  if (awaits) return "later";
  const next: Mark = { ...at, version, born, gone, contributions: after };
  const write = mark ? marks.replace(mark, next) : marks.create(next);
  return { generation: at.generation, before, after, gone, mark: write };
}

/** The mark of a deleted record whose sums stay, copied from another generation. */
function keptMark(mark: Mark | undefined, { version, born, contributions }: Mark): MarkState | "left" {
  return mark && mark.version >= version ? "left" : { version, born, contributions, gone: false };
}

/**
 * The new mark of a record; `left` where the mark is up to date, and an error where the record cannot be read.
 *
 * @param item the record, read after its mark; absent where it is deleted
 */
export function nextMark(
  source: SumSource,
  mark: Mark | undefined,
  item: Record<string, unknown> | undefined,
  { zone = "", carried }: { zone?: string; carried?: Mark | undefined } = {},
): MarkState | "left" | Error {
  if (!item) {
    if (source.deleted === "kept") return carried ? keptMark(mark, carried) : "left";
    // A mark is written even for a record that was never counted, or that is marked as deleted already: a worker that
    // read the record before its deletion must fail.
    const { version = 0, born = "" } = mark ?? {};
    return { version, born, gone: true, contributions: {} };
  }
  try {
    const computed = source.compute(item, zone);
    const { version, born } = computed;
    if (mark && !mark.gone && mark.born === born && version <= mark.version) return "left";
    return { ...computed, gone: false };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
