// A store in one file: written by its export, and opened elsewhere as it was by its import.
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

/** Bytes of a file in one line; three go into four characters. */
const PART = 3 * 128 * 1024;

/**
 * A store line by line: itself, the addresses of its members, every record that its deletion would find but for what
 * `LEFT_OUT` names, and its files. Holds a page of records, or a part of a file, at a time.
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
  yield* members(store.id);
  const counts = { items: 0, files: 0 };
  for await (const item of itemsOf(store.id)) {
    counts.items++;
    yield lineOfItem(item);
  }
  for (const prefix of [keyPrefixes(store.id).files, privatePrefix(store.id)]) {
    for await (const key of keysBelow(env("MEDIA_BUCKET"), prefix)) {
      counts.files++;
      yield* file(key);
    }
  }
  yield { end: counts };
}

async function* members(tenant_id: string): AsyncGenerator<Line> {
  for await (const row of rows(memberships.list({ tenant_id }), "list_created")) {
    const [member] = await memberships.batchGet([memberships.slots(row)]);
    if (!member || member.role === "super") continue;
    const { email, role, created_at } = member;
    yield { member: { email, role, created_at } };
  }
}

async function* itemsOf(storeId: string): AsyncGenerator<Item> {
  for (const partition of tenantPartitions(storeId)) yield* portable(partition);
  for (const kind of childKinds()) {
    if (kind.child.name in LEFT_OUT) continue;
    for await (const partitions of childPartitions(kind, storeId)) {
      for (const partition of partitions) yield* portable(partition);
    }
  }
}

async function* portable(partition: string): AsyncGenerator<Item> {
  // Sums that an item holds are reckoned anew, as those that lie by themselves.
  for await (const { [SUMS_ATTRIBUTE]: _sums, ...row } of rows(partition)) {
    const item = Item.parse({ _t: row._t ?? kindOf(row), ...row });
    if (isLeftOut(item)) continue;
    refuseSealed(item);
    yield item;
  }
}

/** The kind of a record that was made by a change in place, and does not say. */
export function kindOf(row: Record<string, unknown>): string | undefined {
  return entities().find((kind) => kind.tenant !== undefined && isOf(kind, row))?.name;
}

function isOf(kind: AnyEntity, row: Record<string, unknown>): boolean {
  try {
    const { pk, sk } = kind.keyOf(Object(kind.parse(row)));
    return pk === row.pk && sk === row.sk;
  } catch {
    return false;
  }
}

async function* rows(partition: string, index?: "list_created"): AsyncGenerator<Record<string, unknown>> {
  let after: Record<string, unknown> | undefined;
  do {
    const page = await queryItems(partition, { ...(index ? { index } : { consistent: true }), after });
    yield* page.items;
    after = page.after;
  } while (after);
}

async function* file(key: string): AsyncGenerator<Line> {
  const object = await readObject(env("MEDIA_BUCKET"), key);
  if (!object || object === "unchanged") throw new Error(`The file ${key} was deleted during the export.`);
  const { contentType, cacheControl, contentDisposition } = object;
  yield { file: { key, contentType, cacheControl, contentDisposition } };
  const sum = createHash("sha256");
  let bytes = 0;
  for await (const part of parts(object.body)) {
    sum.update(part);
    bytes += part.length;
    yield { part: part.toString("base64") };
  }
  yield { file_end: { bytes, sha256: sum.digest("hex") } };
}

/** A stream in parts of one size, but for the last. */
async function* parts(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    held.push(chunk);
    length += chunk.length;
    while (length >= PART) {
      const all = Buffer.concat(held);
      yield all.subarray(0, PART);
      held = [all.subarray(PART)];
      length -= PART;
    }
  }
  if (length > 0) yield Buffer.concat(held);
}
