import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { missingRecord } from "#core/errors.ts";
import { list, recordSource } from "#core/records/list.ts";
import {
  PUBLICATION_STATUSES,
  type Publication,
  type PublicationQuery,
  type StoredPublication,
} from "./schema.ts";
import { accounts, publications } from "./table.ts";
import { viewPublication } from "./view.ts";

export async function getPublication(_ctx: Context, storeId: string, id: string): Promise<Publication> {
  return viewPublication(await existingPublication(storeId, id));
}

export async function listPublications(
  ctx: Context,
  storeId: string,
  query: z.output<typeof PublicationQuery>,
): Promise<Page<Publication>> {
  const { status, social_account_id, ...rest } = query;
  const statuses = PUBLICATION_STATUSES.filter((each) => status === undefined || each === status);
  const below = social_account_id !== undefined;
  const page = await list(ctx, rest, {
    source: recordSource(
      publications,
      "pub",
      { store_id: storeId },
      {
        statuses,
        below,
        lists: below ? [{ social_account_id }] : undefined,
        coversPartition: !below && status === undefined,
      },
    ),
  });
  return { ...page, items: page.items.map(viewPublication) };
}

export function publicationRead(store_id: string, id: string): ReturnType<typeof publications.read> {
  return publications.read({ store_id, id });
}

export function accountRead(store_id: string, id: string): ReturnType<typeof accounts.read> {
  return accounts.read({ store_id, id });
}

export function existingPublication(storeId: string, id: string): Promise<Stored<StoredPublication>> {
  return publications.get({ store_id: storeId, id }, missingRecord("publication"));
}
