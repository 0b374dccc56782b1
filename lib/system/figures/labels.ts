import type { Context } from "#core/context.ts";
import { type Read, readTogether } from "#core/dynamo/read.ts";
import { providerRead } from "#lib/booking/bookables/links.ts";
import { serviceRead } from "#lib/booking/bookables/read.ts";
import { productName, productRead } from "#lib/commerce/products/service.ts";
import { formRead } from "#lib/content/forms/service.ts";
import { editionRead } from "#lib/delivery/newsletters/edition-read.ts";
import { titleOf } from "#lib/delivery/newsletters/entry-texts.ts";
import { accountRead, publicationRead } from "#lib/engagement/social/find.ts";
import type { StoredPublication } from "#lib/engagement/social/schema.ts";
import { agentRead } from "#lib/engagement/support/read.ts";
import { personRead } from "#lib/tenancy/people/service.ts";
import { languageOf, tenantRead } from "#lib/tenancy/tenants/service.ts";
import { webhooksOf } from "#lib/tenancy/tenants/webhooks.ts";
import type { FigureGroup } from "./schema.ts";

/** Reads the current name of a record. */
type NameReader = (languages: readonly string[]) => string | undefined;

/** Most characters of a text that serves as a name. */
const MAX_LABEL_LENGTH = 80;

/** How the names of a split's rows are read. A split that is not here shows ids. */
const NAME_READS: Readonly<Partial<Record<string, (storeId: string, id: string) => Read<NameReader>>>> = {
  product: nameRead(productRead, productName),
  service: nameRead(serviceRead, productName),
  provider: nameRead(providerRead, productName),
  agent: nameRead(
    (store_id, id) => agentRead({ store_id, id }),
    ({ name }) => name,
  ),
  assignee: nameRead(
    (_, id) => personRead(id),
    ({ name, email }) => name || (email ?? undefined),
  ),
  edition: nameRead(editionRead, titleOf),
  form: nameRead(formRead, ({ key }) => key),
  account: nameRead(accountRead, ({ destination }) => destination.external_account_name),
  publication: nameRead(publicationRead, beginningOfText),
};

/** Adds the current names of rows in the store's language. A deleted record keeps its id as the label. */
export async function withLabels(
  ctx: Context,
  storeId: string,
  split: string,
  groups: FigureGroup[],
): Promise<FigureGroup[]> {
  const ids = [...new Set(groups.flatMap(({ rows }) => (rows ?? []).flatMap(({ id }) => id ?? [])))];
  const names = ids.length === 0 ? new Map<string, string>() : await namesOf(ctx, storeId, split, ids);
  return groups.map((group) => ({
    ...group,
    rows: group.rows?.map((row) => ({ ...row, label: names.get(row.id ?? "") || row.label })) ?? null,
  }));
}

async function namesOf(
  ctx: Context,
  storeId: string,
  split: string,
  ids: string[],
): Promise<Map<string, string>> {
  if (split === "webhook") {
    const hooks = await webhooksOf(storeId);
    return new Map(hooks.map(({ id, name, key, url }) => [id, name || key || url]));
  }
  const read = NAME_READS[split];
  if (!read) return new Map();
  const [tenant, ...found] = await readTogether(
    [tenantRead(storeId), ...ids.map((id) => read(storeId, id))],
    ctx,
  );
  const languages = [languageOf(tenant)];
  return new Map(ids.map((id, index) => [id, found[index]?.(languages) ?? ""]));
}

function nameRead<T extends object>(
  read: (storeId: string, id: string) => Read<T>,
  nameOf: (record: T, languages: readonly string[]) => string | undefined,
): (storeId: string, id: string) => Read<NameReader> {
  return (storeId, id) => {
    const { key, parse } = read(storeId, id);
    return {
      key,
      parse(item) {
        const record = parse(item);
        return (languages) => nameOf(record, languages);
      },
    };
  };
}

function beginningOfText({ content, key }: StoredPublication): string {
  const texts = [content.text, content.title, content.caption, content.description];
  const text = texts.find((each) => typeof each === "string" && each.trim() !== "");
  return typeof text === "string" ? text.trim().slice(0, MAX_LABEL_LENGTH) : key;
}
