import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { ComputedRecord, Contributions, SumSource } from "./declaration.ts";
import type { Hosts } from "./hosts.ts";
import type { Mark } from "./schema.ts";
import { marks } from "./table.ts";

/** One record's part of a transaction in one generation. */
export interface SumChange {
  generation: string;
  before: Contributions;
  after: Contributions;
  gone: boolean;
  mark: Write;
}

/** What a record is now, as its mark is to say it. */
interface Standing extends ComputedRecord {
  gone: boolean;
}

/**
 * What counting a record changes in one generation. It is left where it was counted as it is; it comes later where a row
 * is not there that it never added to; and it is an error where the record cannot be read.
 *
 * @param item the record, read after its mark; absent where it is gone
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

/** What a record that is gone goes on adding, as another generation has it. */
function keptAs(mark: Mark | undefined, { version, born, contributions }: Mark): Standing | "left" {
  return mark && mark.version >= version ? "left" : { version, born, contributions, gone: false };
}

/**
 * What a record is to be marked with. It is left where its mark says so already, and an error where it cannot be read.
 *
 * @param item the record, read after its mark; absent where it is gone
 */
export function nextMark(
  source: SumSource,
  mark: Mark | undefined,
  item: Record<string, unknown> | undefined,
  { zone = "", carried }: { zone?: string; carried?: Mark | undefined } = {},
): Standing | "left" | Error {
  if (!item) {
    if (source.deleted === "kept") return carried ? keptAs(mark, carried) : "left";
    // Also of one that was never counted, or whose key had another before that is marked as gone: who has read it before it
    // went must fail.
    const { version = 0, born = "" } = mark ?? {};
    return { version, born, gone: true, contributions: {} };
  }
  try {
    const reckoned = source.compute(item, zone);
    const { version, born } = reckoned;
    if (mark && !mark.gone && mark.born === born && version <= mark.version) return "left";
    return { ...reckoned, gone: false };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
