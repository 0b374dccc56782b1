import type { Context } from "#core/context.ts";
import { dueWork } from "#core/due/work.ts";
import { transact } from "#core/dynamo/transact.ts";
import { type Event, enqueue } from "#core/events.ts";
import { addToLogLine } from "#core/log-context.ts";
import { OutboundError, outboundFetch } from "#core/outbound.ts";
import { sendNow } from "#core/queue/send.ts";
import type { Delivery } from "#core/queue/worker.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { CallBuildHook, RunBuilds } from "./messages.ts";
import { builds } from "./table.ts";

/** Seconds within which all changes together cause one build. */
const COLLAPSE_SECONDS = 30;
const TIMEOUT_MS = 20_000;
/** Most calls of a hook that fails; then the business must start the build itself. */
const MAX_TRIES = 4;

/** Calls the build hooks now, or 30 seconds after their last call. */
export async function triggerBuilds(ctx: Context, tenantId: string): Promise<{ triggered: number }> {
  const { configs } = await getTenant(ctx, tenantId);
  const triggered = configs.buildHooks?.length ?? 0;
  if (triggered > 0) await requestBuild(ctx, tenantId, 0);
  return { triggered };
}

/** Builds a site after its content changed: one build for all changes within 30 seconds. */
export async function buildAfterChange(ctx: Context, { tenant_id }: Event): Promise<void> {
  const tenant = await getTenant(ctx, tenant_id).catch(() => undefined);
  if (tenant?.configs.buildHooks?.length) await requestBuild(ctx, tenant_id, COLLAPSE_SECONDS);
}

async function requestBuild(ctx: Context, tenant_id: string, wait: number): Promise<void> {
  const now = ctx.now();
  const before = await builds.find({ tenant_id }, ctx);
  const due = Math.max(now + wait, (before?.called_at ?? 0) + COLLAPSE_SECONDS);
  const pending = before?.due_at ?? Number.POSITIVE_INFINITY;
  if (due < pending) {
    const after = { tenant_id, due_at: due, called_at: before?.called_at ?? 0 };
    await transact(ctx, [before ? builds.replace(before, after) : builds.create(after)]);
  }
  // Sent even if a build is already stored, because the request that stored it may have died before sending.
  const message = { id: tenant_id, body: { tenant_id }, delay: Math.max(0, Math.min(due, pending) - now) };
  await sendNow(RunBuilds, message);
}

/** If a build is due, queues one call of every hook in one transaction. */
export async function runBuilds(ctx: Context, { tenant_id }: RunBuilds): Promise<void> {
  const build = await builds.find({ tenant_id }, ctx);
  if (!build || build.due_at === null || build.due_at > ctx.now())
    return addToLogLine({ outcome: "nothing" });
  const tenant = await getTenant(ctx, tenant_id).catch(() => undefined);
  const hooks = tenant?.configs.buildHooks ?? [];
  await transact(ctx, [
    builds.replace(build, { ...build, due_at: null, called_at: ctx.now() }),
    ...hooks.map((url) => enqueue(ctx, CallBuildHook, { tenant_id, url })),
  ]);
}

/** Runs builds whose message was lost. */
export const dueBuilds = dueWork(builds, runBuilds);

/** Calls one hook; a failure is retried a few times. */
export async function callBuildHook(
  _ctx: Context,
  { url }: CallBuildHook,
  { tries }: Pick<Delivery, "tries">,
): Promise<void> {
  const failure = await callHook(url);
  if (failure === undefined) return addToLogLine({ outcome: "delivered" });
  addToLogLine({ outcome: "exhausted", reason: failure });
  if (tries < MAX_TRIES) throw new Error(`A build hook failed: ${failure}`);
}

async function callHook(url: string): Promise<string | undefined> {
  try {
    const reply = await outboundFetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
      timeoutMs: TIMEOUT_MS,
      maxBytes: Number.MAX_SAFE_INTEGER,
    });
    // Only the status counts, so that a slow or broken body causes no second build.
    await reply.excerpt(0).catch(() => "");
    return reply.status < 300 ? undefined : `it answered ${reply.status}`;
  } catch (error) {
    if (error instanceof OutboundError) return error.message;
    throw error;
  }
}
