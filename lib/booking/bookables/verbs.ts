import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { validationFailed } from "#core/errors.ts";
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

/** What is sent of a service or provider, by create and by update. */
type Sent = BookableInput & { id?: string | undefined };

/** What is sent besides what of both needs more than to be stored. */
export type OwnInput<Input extends Sent> = Omit<
  Input,
  "id" | "slug" | "blocks" | "taxonomies" | "status" | "statuses"
>;

/** What a service or provider is besides what both are. */
interface Declared<T extends Bookable, Input extends Sent, E extends string> {
  kind: Kind<T, E>;
  idPrefix: string;
  /** A new one of which nothing is said yet; what has a default in the schema begins with it. */
  blank(common: NewBookable): T;
  /** What was sent, laid over what was there. */
  own(ctx: Context, setting: TenantSettings, before: T, sent: OwnInput<Input>): T | Promise<T>;
  /** The writes by which those that it names know of it; either side may be missing. */
  links(ctx: Context, before: T | undefined, after: T | undefined): Promise<Write[]>;
  /** The write that tells which tenant a flat path means, and the one that takes it back. */
  tenant: { known(record: T): Write; forgotten(record: T): Write };
  events: Record<"created" | "updated" | "deleted", E>;
}

/** The verbs that change a service or a provider. */
export function bookableVerbs<T extends Bookable, Input extends Sent, E extends string>(
  declared: Declared<T, Input, E>,
) {
  const { kind, links, events } = declared;

  /** A changed record, and the writes that put it in the place of what was read, with its names, links and event. */
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

  const changed = async (ctx: Context, before: T, input: Input) => {
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
        key: input.key ?? (await freeKey(kind, businessId, id, input.name ?? "")),
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
      const { after, checks } = await changed(ctx, blank, { ...input, status, statuses: undefined });
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

    /** Changes the fields that are sent. */
    async update(ctx: Context, businessId: string, segment: string, input: Input): Promise<T> {
      const before = await kind.existing(businessId, segment);
      const { after, checks } = await changed(ctx, before, input);
      const { record, writes } = await replacement(ctx, before, after);
      return transact(ctx, [...writes, ...checks], record);
    },

    /** Deletes a record and takes it out of those that it names. What is booked stays booked. */
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

/** A key for a record that the older form names only for people: its name's, with its id where that is taken. */
async function freeKey(
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

// A node that was deleted since stays named by who sends the record back.
async function checkNodes(businessId: string, ids: readonly string[], before: readonly string[]) {
  const added = [...new Set(ids)].filter((id) => !before.includes(id));
  const found = added.length === 0 ? [] : await readNodes(businessId, added);
  const missing = added.find((id) => !found.some((node) => node.id === id));
  if (missing === undefined) return;
  const field = `nodeIds[${ids.indexOf(missing)}]`;
  throw validationFailed([
    { field, message: "is not a node of this business", error: "FIELD.VALIDATION_FAILED" },
  ]);
}
