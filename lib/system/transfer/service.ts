// Exports a store to one file, for an import elsewhere.
import { createHash } from "node:crypto";
import type { Context } from "#core/context.ts";
import type { AnyEntity } from "#core/dynamo/entity.ts";
import { SUMS_ATTRIBUTE } from "#core/dynamo/entity-shape.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { env } from "#core/env.ts";
import { newId } from "#core/id.ts";
import { keysBelow, readObject } from "#core/storage.ts";
import { keyPrefixes, privatePrefix } from "#lib/content/media/keys.ts";
import { entities } from "#lib/system/deletion/records.ts";
import { childKinds, childPartitions, tenantPartitions } from "#lib/system/deletion/tenant-partitions.ts";
import { memberships } from "#lib/tenancy/access/records.ts";
import { portableTenant } from "#lib/tenancy/tenants/transfer.ts";
import { FORMAT, type Header, Item, type Line, VERSION } from "./format.ts";
import { lineOfItem } from "./item-lines.ts";
import { isLeftOut, LEFT_OUT, refuseSealed } from "./kinds.ts";

/** Bytes of a file per line; base64 turns three into four characters. */
const PART_BYTES = 3 * 128 * 1024;

/**
 * Exports a store line by line: itself, its members, every record except the kinds in `LEFT_OUT`, and its
 * files. It never has more in memory than one page of records or one part of a file.
 *
 * @param idOrKey of the store
 * @throws Error when there is no such store
 */
export async function* exportStore(ctx: Context, idOrKey: string): AsyncGenerator<Header | Line> {
  const found = await portableTenant(idOrKey);
  if (!found) throw new Error(`There is no store with the id or key ${idOrKey}.`);
  const { business: store, version: store_version } = found;
  yield {
    format: FORMAT,
    version: VERSION,
    export_id: newId("exp", ctx.clock()),
    exported_at: ctx.now(),
    store,
    store_version,
    left_out: LEFT_OUT,
  };
  yield* memberLines(store.id);
  const counts = { items: 0, files: 0 };
  for await (const item of itemsOf(store.id)) {
    counts.items++;
    yield lineOfItem(item);
  }
  for (const prefix of [keyPrefixes(store.id).files, privatePrefix(store.id)]) {
    for await (const key of keysBelow(env("MEDIA_BUCKET"), prefix)) {
      counts.files++;
      yield* fileLines(key);
    }
  }
  yield { end: counts };
}

async function* memberLines(tenant_id: string): AsyncGenerator<Line> {
  for await (const row of readRows(memberships.list({ tenant_id }), "list_created")) {
    const [member] = await memberships.batchGet([memberships.slots(row)]);
    if (!member || member.role === "super") continue;
    const { email, role, created_at } = member;
    yield { member: { email, role, created_at } };
  }
}

async function* itemsOf(storeId: string): AsyncGenerator<Item> {
  for (const partition of tenantPartitions(storeId)) yield* portableItems(partition);
  for (const kind of childKinds()) {
    if (kind.child.name in LEFT_OUT) continue;
    for await (const partitions of childPartitions(kind, storeId)) {
      for (const partition of partitions) yield* portableItems(partition);
    }
  }
}

async function* portableItems(partition: string): AsyncGenerator<Item> {
  // Sums are recomputed after the import.
  for await (const { [SUMS_ATTRIBUTE]: _sums, ...row } of readRows(partition)) {
    const item = Item.parse({ _t: row._t ?? kindOf(row), ...row });
    if (isLeftOut(item)) continue;
    refuseSealed(item);
    yield item;
  }
}

/** The kind of a record that names none, because an update created it. */
export function kindOf(row: Record<string, unknown>): string | undefined {
  return entities().find((kind) => kind.tenant !== undefined && isOfKind(kind, row))?.name;
}

function isOfKind(kind: AnyEntity, row: Record<string, unknown>): boolean {
  try {
    const { pk, sk } = kind.keyOf(Object(kind.parse(row)));
    return pk === row.pk && sk === row.sk;
  } catch {
    return false;
  }
}

async function* readRows(partition: string, index?: "list_created"): AsyncGenerator<Record<string, unknown>> {
  let after: Record<string, unknown> | undefined;
  do {
    const page = await queryItems(partition, { ...(index ? { index } : { consistent: true }), after });
    yield* page.items;
    after = page.after;
  } while (after);
}

async function* fileLines(key: string): AsyncGenerator<Line> {
  const object = await readObject(env("MEDIA_BUCKET"), key);
  if (!object || object === "unchanged") throw new Error(`The file ${key} was deleted during the export.`);
  const { contentType, cacheControl, contentDisposition } = object;
  yield { file: { key, contentType, cacheControl, contentDisposition } };
  const sum = createHash("sha256");
  let bytes = 0;
  for await (const part of equalParts(object.body)) {
    sum.update(part);
    bytes += part.length;
    yield { part: part.toString("base64") };
  }
  yield { file_end: { bytes, sha256: sum.digest("hex") } };
}

/** A stream in parts of equal size, except the last. */
async function* equalParts(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    held.push(chunk);
    length += chunk.length;
    while (length >= PART_BYTES) {
      const all = Buffer.concat(held);
      yield all.subarray(0, PART_BYTES);
      held = [all.subarray(PART_BYTES)];
      length -= PART_BYTES;
    }
  }
  if (length > 0) yield Buffer.concat(held);
}
