import * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { announceChange } from "#core/events.ts";
import { expectVersion, partOf } from "#core/records/record.ts";
import { BusinessWebhook } from "./configs-schema.ts";
import type { Business } from "./schema.ts";
import { sealSecrets, withWebhooks } from "./secrets.ts";
import { tenants } from "./table.ts";

/** A stored webhook, with an id and an encrypted secret. */
export const Hook = BusinessWebhook.extend({ id: z.string() });
export type Hook = z.output<typeof Hook>;

/** The webhooks of a tenant; none if it does not exist. */
export async function webhooksOf(tenantId: string): Promise<Hook[]> {
  const tenant = await tenants.find({ id: tenantId });
  return tenant ? hooksIn(tenant).map((hook) => partOf(tenant, hook)) : [];
}

interface WebhookChange {
  hooks: BusinessWebhook[];
  /** Further writes of the same transaction. */
  writes?: Write[];
}

/**
 * Changes a tenant's webhooks, which are part of its settings, and announces a change of the tenant.
 *
 * @param answer made from the stored webhooks, with the tenant's version
 * @param sent with the `version` that the change is based on, if any
 */
export async function changeWebhooks<A extends object | undefined = undefined>(
  ctx: Context,
  tenantId: string,
  changing: (hooks: Hook[], business: Stored<Business>) => WebhookChange | Promise<WebhookChange>,
  answer?: (hooks: Hook[]) => A,
  sent: object = {},
): Promise<A> {
  const before = await tenants.get({ id: tenantId }, GENERAL.NOT_FOUND(), ctx);
  expectVersion(before, sent);
  const { hooks, writes = [] } = await changing(hooksIn(before), before);
  const configs = await sealSecrets(
    { id: tenantId, now: ctx.now() },
    withWebhooks(before.configs, hooks),
    before.configs,
  );
  const after: Stored<Business> = { ...before, configs, updatedAt: ctx.now() };
  const changed = announceChange(ctx, "store.updated", tenants, before, after);
  const given = answer?.(hooksIn(changed.record));
  // The type of the answer is undefined for a caller that asks for none.
  return transact(ctx, [...changed.writes, ...writes], given && partOf(changed.record, given));
}

function hooksIn({ configs }: Business): Hook[] {
  return (configs.webhooks ?? []).flatMap((hook) =>
    hook.id === undefined ? [] : [{ ...hook, id: hook.id }],
  );
}
