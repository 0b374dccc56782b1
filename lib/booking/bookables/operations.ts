import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { invalidField } from "#core/errors.ts";
import { announce } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { statusHistory } from "#core/records/history.ts";
import type { Kind } from "#core/records/kind.ts";
import { changedRecord, checkSize } from "#core/records/record.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { checkBlocksAndReferences } from "#lib/content/entries/check-blocks.ts";
import { readNodes } from "#lib/content/nodes/service.ts";
import { checkTaxonomyEntries } from "#lib/content/taxonomies/service.ts";
import { Bookable, type BookableInput, type NewBookable } from "./bookable-schema.ts";
import { requestedStatus } from "./status.ts";
import { type TenantSettings, tenantSettings } from "./tenant-settings.ts";

type RecordInput = BookableInput & { id?: string | undefined };

/** The input without the fields that are handled alike for services and providers. */
export type OwnInput<Input extends RecordInput> = Omit<
  Input,
  "id" | "slug" | "blocks" | "taxonomies" | "status" | "statuses"
>;

/** What services and providers do differently. */
interface BookableDeclaration<T extends Bookable, Input extends RecordInput, E extends string> {
  kind: Kind<T, E>;
  idPrefix: string;
  /** A new record with default values. */
  blank(common: NewBookable): T;
  /** Applies an input to a record's own fields. */
  own(ctx: Context, setting: TenantSettings, before: T, sent: OwnInput<Input>): T | Promise<T>;
  /** The writes of connected records; `before` or `after` may be missing. */
  links(ctx: Context, before: T | undefined, after: T | undefined): Promise<Write[]>;
  /** The writes that store and remove which tenant a record's id belongs to. */
  tenant: { known(record: T): Write; forgotten(record: T): Write };
  events: Record<"created" | "updated" | "deleted", E>;
}

export function bookableOperations<T extends Bookable, Input extends RecordInput, E extends string>(
  declared: BookableDeclaration<T, Input, E>,
) {
  const { kind, links, events } = declared;

  /** A changed record, and the writes with its names, links and event. */
  const replacement = async (
    ctx: Context,
    before: Stored<T>,
    after: T,
  ): Promise<{ record: T; writes: Write[] }> => {
    checkSize(after);
    const linked = await links(ctx, before, after);
    const { record, writes } = kind.replacement(ctx, events.updated, before, after);
    return { record, writes: [...writes, ...linked] };
  };

  const applyInput = async (ctx: Context, before: T, input: Input) => {
    const { businessId } = before;
    const [setting, filed, blocks] = await sideBySide([
      tenantSettings(businessId),
      input.taxonomies && checkTaxonomyEntries(ctx, businessId, input.taxonomies),
      input.blocks && checkBlocksAndReferences(businessId, input.blocks, before.blocks),
      input.nodeIds && checkNodes(businessId, input.nodeIds, before.nodeIds),
    ]);
    const {
      id: _named,
      slug,
      blocks: _checked,
      taxonomies: _filed,
      status: _,
      statuses: __,
      ...plain
    } = input;
    const status = requestedStatus(input, before.status) ?? before.status;
    const own = await declared.own(ctx, setting, before, plain);
    const after = changedRecord(
      Bookable,
      own,
      {},
      {
        blocks,
        taxonomies: filed?.entries,
        slug: typeof slug === "string" ? { [setting.language]: slug } : slug,
        status,
        statuses: statusHistory(ctx, before.statuses, status),
        updatedAt: ctx.now(),
      },
    );
    return { after, checks: filed?.checks ?? [] };
  };

  return {
    replacement,

    async create(ctx: Context, businessId: string, input: Input): Promise<T> {
      const id = newId(declared.idPrefix, ctx.clock());
      const status = requestedStatus(input) ?? "ACTIVE";
      const now = ctx.now();
      const blank = declared.blank({
        id,
        businessId,
        key: input.key ?? (await unusedKey(kind, businessId, id, input.name ?? "")),
        name: input.name ?? input.key ?? "",
        description: "",
        slug: {},
        access: "public",
        nodeIds: [],
        networkIds: [],
        blocks: [],
        taxonomies: [],
        status,
        statuses: [],
        createdAt: now,
        updatedAt: now,
      });
      const { after, checks } = await applyInput(ctx, blank, { ...input, status, statuses: undefined });
      checkSize(after);
      const writes = [
        ...kind.creation(after),
        ...checks,
        declared.tenant.known(after),
        ...(await links(ctx, undefined, after)),
        announce(ctx, events.created, kind.entity, after),
      ];
      return transact(ctx, writes, after);
    },

    /** Changes the sent fields. */
    async update(ctx: Context, businessId: string, segment: string, input: Input): Promise<T> {
      const before = await kind.existing(businessId, segment);
      const { after, checks } = await applyInput(ctx, before, input);
      const { record, writes } = await replacement(ctx, before, after);
      return transact(ctx, [...writes, ...checks], record);
    },

    /** Deletes a record and disconnects it; bookings stay. */
    async remove(ctx: Context, businessId: string, segment: string): Promise<void> {
      const record = await kind.existing(businessId, segment);
      await transact(ctx, [
        ...kind.removal(record),
        declared.tenant.forgotten(record),
        ...(await links(ctx, record, undefined)),
        announce(ctx, events.deleted, kind.entity, record),
      ]);
    },
  };
}

/** A key that the record's name gives, for the older API; with the record's id if that key is taken. */
async function unusedKey(
  kind: { isTaken(tenantId: string, key: string): Promise<boolean> },
  businessId: string,
  id: string,
  name: string,
): Promise<string> {
  const key = keyFrom(name);
  const taken = await kind.isTaken(businessId, key);
  return taken ? `${key.slice(0, 70)}-${id.slice(id.indexOf("_") + 1)}` : key;
}

function keyFrom(name: string): string {
  const key = name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]+/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "-")
    .slice(0, 100)
    .replace(/^[-\p{M}]+|-+$/gu, "");
  return key || "unnamed";
}

// A caller may send back a record that names a node that was deleted since.
async function checkNodes(businessId: string, ids: readonly string[], before: readonly string[]) {
  const added = [...new Set(ids)].filter((id) => !before.includes(id));
  const found = added.length === 0 ? [] : await readNodes(businessId, added);
  const missing = added.find((id) => !found.some((node) => node.id === id));
  if (missing === undefined) return;
  const field = `nodeIds[${ids.indexOf(missing)}]`;
  throw invalidField(field, "is not a node of this business");
}
