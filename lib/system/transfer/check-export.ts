import { createHash } from "node:crypto";
import * as z from "zod";
import { tenantKey } from "#core/dynamo/cache.ts";
import { recordPartition } from "#core/dynamo/terms.ts";
import { keyPrefixes, privatePrefix } from "#lib/content/media/keys.ts";
import { entities } from "#lib/system/deletion/records.ts";
import { FORMAT, Header, type Item, Line, type Member, VERSION } from "./format.ts";
import { itemOfLine } from "./item-lines.ts";
import { isLeftOut } from "./kinds.ts";

/** The contents of an export that was read to its end. */
interface CheckedExport {
  header: Header;
  members: Member[];
  items: number;
  files: number;
}

/**
 * Reads an export to its end. Refuses one that is incomplete, changed, of another version or of several
 * stores.
 */
export async function checkExport(lines: AsyncIterable<string>): Promise<CheckedExport> {
  let header: Header | undefined;
  let sum = createHash("sha256");
  let bytes = 0;
  let isEnded = false;
  const members: Member[] = [];
  const counts = { items: 0, files: 0 };
  for await (const text of lines) {
    if (!header) {
      header = headerOf(text);
      continue;
    }
    const line = parseLine(text);
    if ("member" in line) members.push(line.member);
    if ("item" in line) refuseForeign(itemOfLine(line), header.store.id);
    if ("item" in line) counts.items++;
    if ("file" in line) {
      refuseForeignFile(line.file.key, header.store.id);
      sum = createHash("sha256");
      bytes = 0;
    }
    if ("part" in line) {
      const part = Buffer.from(line.part, "base64");
      sum.update(part);
      bytes += part.length;
    }
    if ("file_end" in line) {
      counts.files++;
      const isWhole = line.file_end.bytes === bytes && line.file_end.sha256 === sum.digest("hex");
      if (!isWhole) throw new Error("A file of this export is not what it was: its checksum differs.");
    }
    if ("end" in line) isEnded = line.end.items === counts.items && line.end.files === counts.files;
  }
  if (!header) throw new Error("This file is empty.");
  if (!isEnded)
    throw new Error("This export is cut off: its last line is not there, or counts more than it holds.");
  return { header, members, ...counts };
}

export function parseLine(text: string): Line {
  const parsed = Line.safeParse(parseJson(text));
  if (!parsed.success) throw new Error(`A line of this export is none: ${text.slice(0, 80)}`);
  return parsed.data;
}

function headerOf(text: string): Header {
  const line = parseJson(text);
  const { data: first } = z.looseObject({ format: z.unknown(), version: z.unknown() }).safeParse(line);
  if (first?.format !== FORMAT)
    throw new Error(`This is no export of a store: its first line is not of ${FORMAT}.`);
  if (first.version !== VERSION)
    throw new Error(`This export is of version ${first.version}; this backend reads version ${VERSION}.`);
  return Header.parse(line);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`A line of this export is no JSON: ${text.slice(0, 80)}`);
  }
}

/** Refuses a record of another store, or under another key than its kind defines. */
function refuseForeign(item: Item, storeId: string): void {
  const { pk, sk, _t } = item;
  const lead = tenantKey(storeId).pk;
  if (_t === "term") {
    if (!recordPartition(pk).startsWith(`${lead}#`)) throw foreignError(item);
    return;
  }
  const kind = entities().find(({ name }) => name === _t);
  if (!kind?.tenant || isLeftOut(item)) throw foreignError(item);
  const record: Record<string, unknown> = Object(kind.parse(item));
  const key = kind.keyOf(record);
  if (record[kind.tenant] !== storeId || key.pk !== pk || key.sk !== sk) throw foreignError(item);
}

function refuseForeignFile(key: string, storeId: string): void {
  if (![keyPrefixes(storeId).files, privatePrefix(storeId)].some((prefix) => key.startsWith(prefix)))
    throw new Error(`The file ${key} is not of the store ${storeId}.`);
}

function foreignError({ _t, pk, sk }: Item): Error {
  return new Error(`The ${_t} ${pk} ${sk} is not of the store of this export.`);
}
