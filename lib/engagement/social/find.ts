import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { listOptions, listRecords } from "#core/dynamo/list/page.ts";
import type { Page } from "#core/dynamo/list/types.ts";
import { missing } from "#core/errors.ts";
import { viewPublication } from "./announce.ts";
import {
  PUBLICATION_STATUSES,
  type Publication,
  type PublicationQuery,
  type StoredPublication,
} from "./schema.ts";
import { publications } from "./table.ts";

export async function getPublication(_ctx: Context, storeId: string, id: string): Promise<Publication> {
  return viewPublication(await existing(storeId, id));
}

export async function listPublications(
  ctx: Context,
  storeId: string,
  query: z.output<typeof PublicationQuery>,
): Promise<Page<Publication>> {
  const { status, social_account_id, ...rest } = query;
  const statuses = PUBLICATION_STATUSES.filter((each) => status === undefined || each === status);
  const page = await listRecords(publications, {
    ...listOptions(rest),
    partitions: publications.partitions({ store_id: storeId }),
    lists: statuses.map((each) =>
      social_account_id === undefined
        ? publications.list({ store_id: storeId, status: each })
        : publications.child({ store_id: storeId, social_account_id, status: each }),
    ),
    index: social_account_id === undefined ? "list" : "child",
    everything: social_account_id === undefined && status === undefined,
    idPrefix: "pub",
    scope: [ctx.operation],
  });
  return { ...page, items: page.items.map(viewPublication) };
}

export function existing(storeId: string, id: string): Promise<Stored<StoredPublication>> {
  return publications.get({ store_id: storeId, id }, missing("publication"));
}
