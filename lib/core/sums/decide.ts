import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { Contributions, Source } from "./declaration.ts";
import type { Hosts } from "./hosts.ts";
import type { Mark } from "./schema.ts";
import { marks } from "./table.ts";

/** One record's part of a transaction in one generation. */
export interface Change {
  generation: string;
  before: Contributions;
  after: Contributions;
  gone: boolean;
  mark: Write;
}

/**
 * What counting a record changes in one generation. It is left where it was counted as it is; it comes later where a row
 * is not there that it never added to; and it is an error where the record cannot be read.
 *
 * @param item the record, read after its mark; absent where it is gone
 */
export function decide(
  source: Source,
  at: Pick<Mark, "store_id" | "generation" | "kind" | "of" | "counted_at">,
  mark: Stored<Mark> | undefined,
  item: Record<string, unknown> | undefined,
  hosts: Hosts,
): Change | "left" | "later" | Error {
  const before = mark?.contributions ?? {};
  const changed = (now: Pick<Mark, "version" | "born" | "gone" | "contributions">): Change => {
    const next: Mark = { ...at, ...now };
    const write = mark ? marks.replace(mark, next) : marks.create(next);
    const { contributions: after, gone } = now;
    return { generation: at.generation, before, after, gone, mark: write };
  };
  if (!item) {
    if (source.deleted === "kept" || mark?.gone) return "left";
    // Also of one that was never counted: who has read it before it went must fail.
    const { version = 0, born = "" } = mark ?? {};
    return changed({ version, born, gone: true, contributions: {} });
  }
  try {
    const { version, born, contributions } = source.reckon(item);
    if (mark && !mark.gone && mark.born === born && version <= mark.version) return "left";
    const awaits = Object.keys(contributions).some((row) => hosts.isAbsent(row) && !(row in before));
    return awaits ? "later" : changed({ version, born, gone: false, contributions });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
