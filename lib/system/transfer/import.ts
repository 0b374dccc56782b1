import type { Context } from "#core/context.ts";
import { putItems } from "#core/dynamo/batch.ts";
import { changeItem } from "#core/dynamo/change.ts";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { ApiError } from "#core/errors.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { runInTurn } from "#core/queue/run-in-turn.ts";
import { putStream } from "#core/storage-uploads.ts";
import { memberships, tombstones } from "#lib/tenancy/access/records.ts";
import { findPersonByEmail } from "#lib/tenancy/people/person.ts";
import { usageWrites } from "#lib/tenancy/plans/features.ts";
import { beginImport, isTaken, restoreWrites } from "#lib/tenancy/tenants/transfer.ts";
import { checkExport, parseLine } from "./check-export.ts";
import type { File, Header, Item, Line, Member } from "./format.ts";
import { itemOfLine } from "./item-lines.ts";

const BATCH_SIZE = 100;

export interface ImportResult {
  id: string;
  key: string;
  items: number;
  files: number;
  owner: string;
  /** Email addresses of members without an account here, or without room in the plan. */
  missing: string[];
}

/**
 * Opens an exported store under the same id. The file is checked before anything is written, and the store itself
 * is written after its records: a broken import stays invisible and can be repeated with the same file.
 *
 * @param open returns the lines from the beginning; called three times
 * @throws Error with a message for the operator
 */
export async function importStore(ctx: Context, open: () => AsyncIterable<string>): Promise<ImportResult> {
  const { header, members, items, files } = await checkExport(open());
  const { id, key } = header.store;
  await refuseExisting(header);
  const owner = await ownerOf(members);
  if ((await beginImport(ctx, id, header.export_id)) !== header.export_id)
    throw new Error(`An import of ${id} from another export has begun: finish that one first.`);
  await writeAll(open());
  const restored = { business: header.store, version: header.store_version };
  const from = { person_id: owner.id, email: owner.email, created_at: owner.created_at };
  await transact(ctx, await restoreWrites(ctx, restored, from));
  await setAllDue(open());
  const missing = await addMembers(
    ctx,
    id,
    members.filter(({ email }) => !sameAddress(email, owner.email)),
  );
  return { id, key, items, files, owner: owner.email, missing };
}

async function refuseExisting({ store }: Header): Promise<void> {
  const taken = await isTaken(store);
  if (taken === "id")
    throw new Error(`The store ${store.id} already exists here: an import changes no existing store.`);
  if (taken === "key")
    throw new Error(`The key ${store.key} is another store's here. Change that one first.`);
  if (await tombstones.find({ tenant_id: store.id }))
    throw new Error(`The store ${store.id} was deleted here, and its id is not used again.`);
}

async function ownerOf(members: readonly Member[]): Promise<Member & { id: string }> {
  const owners = members.filter(({ role }) => role === "owner");
  for (const owner of owners) {
    const person = await findPersonByEmail(owner.email);
    if (person) return { ...owner, id: person.id };
  }
  const addresses = owners.map(({ email }) => email).join(" or ");
  throw new Error(
    `No owner of this store has an account here: sign in once as ${addresses}, then import again.`,
  );
}

async function writeAll(lines: AsyncIterable<string>): Promise<void> {
  const iterator = skipFirst(lines);
  let batch: Item[] = [];
  const flush = async () => {
    await putWithoutDue(batch);
    batch = [];
  };
  for await (const line of iterator) {
    if ("item" in line && batch.push(itemOfLine(line)) >= BATCH_SIZE) await flush();
    if ("file" in line) await putFile(line.file, iterator);
  }
  await flush();
}

/**
 * Writes records without `due`, which is set when the store is open. An inserted event would be sent to
 * webhooks, but a changed one is not: so events are inserted under another name first.
 */
async function putWithoutDue(batch: readonly Item[]): Promise<void> {
  const withoutDue = batch.map(({ due: _, due_by: __, ...item }) => item);
  await putItems(withoutDue.map((item) => (item._t === "event" ? { ...item, _t: "past_event" } : item)));
  await putItems(withoutDue.filter(({ _t }) => _t === "event"));
}

async function putFile({ key, ...headers }: File, lines: AsyncGenerator<Line>): Promise<void> {
  await putStream(env("MEDIA_BUCKET"), key, partsOf(lines), headers);
}

// Reads lines up to the end of the file. A `for await` loop would close the generator that the caller
// continues.
async function* partsOf(lines: AsyncGenerator<Line>): AsyncGenerator<Uint8Array> {
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    if (!("part" in next.value)) return;
    yield Buffer.from(next.value.part, "base64");
  }
}

/** Sets `due` on records that have not changed since they were written. */
async function setAllDue(lines: AsyncIterable<string>): Promise<void> {
  let batch: Item[] = [];
  const flush = async () => {
    await runInTurn(batch, setDue);
    batch = [];
  };
  for await (const line of skipFirst(lines)) {
    if ("item" in line && line.item.due !== undefined && batch.push(line.item) >= BATCH_SIZE) await flush();
  }
  await flush();
}

async function setDue({ pk, sk, due, due_by, _v }: Item): Promise<void> {
  await changeItem(
    { pk, sk },
    { set: { due, due_by } },
    { expression: "#v = :v", names: { "#v": "_v" }, values: { ":v": _v } },
  );
}

async function addMembers(ctx: Context, tenant_id: string, members: readonly Member[]): Promise<string[]> {
  const missing: string[] = [];
  for (const { email, role, created_at } of members) {
    const person = await findPersonByEmail(email);
    const added = person && { tenant_id, person_id: person.id, email, role, created_at };
    if (!added || !(await tryAddMember(ctx, added))) missing.push(email);
  }
  return missing;
}

async function tryAddMember(
  ctx: Context,
  member: Parameters<typeof memberships.create>[0],
): Promise<boolean> {
  try {
    const counted = await usageWrites(ctx, member.tenant_id, "members");
    await transact(ctx, [memberships.create(member), ...counted]);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

async function* skipFirst(lines: AsyncIterable<string>): AsyncGenerator<Line> {
  let isFirst = true;
  for await (const text of lines) {
    if (!isFirst) yield parseLine(text);
    isFirst = false;
  }
}
