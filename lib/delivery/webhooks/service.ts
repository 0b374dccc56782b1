import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { GENERAL } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { changedRecord, newRecord, partOf } from "#core/records/record.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { MAX_PER_URL, MAX_WEBHOOKS, requestUrl } from "#lib/tenancy/tenants/configs-schema.ts";
import { newWebhookSecret } from "#lib/tenancy/tenants/secrets.ts";
import { MASK } from "#lib/tenancy/tenants/view.ts";
import { changeWebhooks, Hook, webhooksOf } from "#lib/tenancy/tenants/webhooks.ts";
import { WEBHOOK } from "./errors.ts";
import type { CreateWebhook, RotateWebhookSecret, UpdateWebhook, Webhook } from "./schema.ts";
import { type Endpoint, endpoints } from "./table.ts";

export async function listWebhooks(ctx: Context, storeId: string) {
  const hooks = await webhooksOf(storeId);
  const found = await endpoints.batchGet(
    hooks.map(({ id }) => ({ tenant_id: storeId, webhook_id: id })),
    ctx,
  );
  const states = new Map(found.map((endpoint) => [endpoint.webhook_id, endpoint]));
  return { items: hooks.map((hook) => view(ctx, storeId, hook, states.get(hook.id))), cursor: null };
}

export async function getWebhook(ctx: Context, storeId: string, id: string): Promise<Webhook> {
  const { hook, endpoint } = await findWebhook(storeId, id);
  return view(ctx, storeId, hook, endpoint);
}

/** Creates a webhook. Only this answer shows its secret. */
export function createWebhook(
  ctx: Context,
  storeId: string,
  input: z.output<typeof CreateWebhook>,
): Promise<Webhook> {
  const id = newId("wh", ctx.clock());
  const secret = input.secret ?? newWebhookSecret();
  const hook = newRecord(Hook, {}, input, { id, secret });
  return changeWebhooks(
    ctx,
    storeId,
    (hooks) => {
      if (hooks.length >= MAX_WEBHOOKS) throw WEBHOOK.TOO_MANY({ limit: MAX_WEBHOOKS });
      checkUrlLimit(input.url, hooks);
      return { hooks: [...hooks, hook] };
    },
    (hooks) => view(ctx, storeId, getHook(hooks, id), undefined, secret),
  );
}

/** Changes the given fields. Enabling a webhook clears its failures. */
export async function updateWebhook(
  ctx: Context,
  storeId: string,
  id: string,
  { version, ...changes }: z.output<typeof UpdateWebhook>,
): Promise<Webhook> {
  const { hook, endpoint } = await findWebhook(storeId, id);
  const enabling = changes.enabled === true && !hook.enabled && endpoint !== undefined;
  const fresh = { failing_since: null, disabled_at: null, disabled_reason: null };
  return changeWebhooks(
    ctx,
    storeId,
    (hooks) => ({
      hooks: replaceHook(hooks, changedHook(hooks, getHook(hooks, id), changes)),
      writes: enabling ? [endpoints.update({ tenant_id: storeId, webhook_id: id }, { set: fresh })] : [],
    }),
    (hooks) => view(ctx, storeId, getHook(hooks, id), enabling ? { ...endpoint, ...fresh } : endpoint),
    { version },
  );
}

/** Deletes a webhook; its pending deliveries are not sent. */
export async function deleteWebhook(ctx: Context, storeId: string, id: string): Promise<void> {
  await changeWebhooks(ctx, storeId, (hooks) => {
    const gone = getHook(hooks, id);
    return { hooks: hooks.filter((hook) => hook !== gone) };
  });
}

/** Gives a webhook a new secret; the previous one signs too until the overlap ends. */
export async function rotateSecret(
  ctx: Context,
  storeId: string,
  id: string,
  { secret = newWebhookSecret(), overlap }: z.output<typeof RotateWebhookSecret>,
): Promise<Webhook> {
  const { endpoint = INITIAL_STATE } = await findWebhook(storeId, id);
  const previous_until = ctx.now() + overlap;
  const key = { tenant_id: storeId, webhook_id: id };
  return changeWebhooks(
    ctx,
    storeId,
    (hooks) => {
      const present = getHook(hooks, id);
      const set = { ...key, previous_secret: present.secret ?? null, previous_until };
      return { hooks: replaceHook(hooks, { ...present, secret }), writes: [endpoints.update(key, { set })] };
    },
    (hooks) => view(ctx, storeId, getHook(hooks, id), { ...endpoint, previous_until }, secret),
  );
}

/** A webhook with its endpoint's health; throws a 404 for an unknown webhook. */
export async function findWebhook(
  storeId: string,
  id: string,
): Promise<{ hook: Hook; endpoint: Stored<Endpoint> | undefined }> {
  const [hooks, endpoint] = await sideBySide([
    webhooksOf(storeId),
    endpoints.find({ tenant_id: storeId, webhook_id: id }),
  ]);
  return { hook: getHook(hooks, id), endpoint };
}

function getHook(hooks: Hook[], id: string): Hook {
  const hook = hooks.find((each) => each.id === id);
  if (!hook) throw GENERAL.NOT_FOUND();
  return hook;
}

function changedHook(
  hooks: Hook[],
  hook: Hook,
  changes: Omit<z.output<typeof UpdateWebhook>, "version">,
): Hook {
  const others = hooks.filter(({ id }) => id !== hook.id);
  if (changes.url !== undefined) checkUrlLimit(changes.url, others);
  return changedRecord(Hook, hook, changes, {});
}

function checkUrlLimit(address: string, hooks: readonly Hook[]): void {
  const wanted = requestUrl(address);
  const there = hooks.filter(({ url }) => requestUrl(url) === wanted).length;
  if (there >= MAX_PER_URL) throw WEBHOOK.TOO_MANY_AT_ADDRESS({ limit: MAX_PER_URL });
}

function replaceHook(hooks: Hook[], changed: Hook): Hook[] {
  return hooks.map((each) => (each.id === changed.id ? changed : each));
}

type State = Pick<
  Endpoint,
  "failing_since" | "last_success_at" | "disabled_at" | "disabled_reason" | "previous_until"
>;
const INITIAL_STATE: State = {
  failing_since: null,
  last_success_at: null,
  disabled_at: null,
  disabled_reason: null,
  previous_until: null,
};

function view(
  ctx: Context,
  store_id: string,
  hook: Hook,
  endpoint: State = INITIAL_STATE,
  secret = MASK,
): Webhook {
  const { id, key = id, name = "", url, events, headers, enabled, createdAt, updatedAt } = hook;
  const { failing_since, last_success_at, disabled_at, disabled_reason, previous_until } = endpoint;
  const rotating = previous_until !== null && previous_until > ctx.now();
  return partOf(hook, {
    id,
    store_id,
    key,
    name,
    url,
    events,
    headers,
    enabled,
    secret,
    previous_secret_expires_at: rotating ? previous_until : null,
    failing_since,
    last_success_at,
    disabled_at: enabled ? null : disabled_at,
    disabled_reason: enabled ? null : disabled_reason,
    created_at: createdAt ?? 0,
    updated_at: updatedAt ?? 0,
  });
}
