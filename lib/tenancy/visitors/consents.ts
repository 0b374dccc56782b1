import type { Context } from "#core/context.ts";
import { invalidField } from "#core/errors.ts";
import { type ConsentInput, MAX_CONSENTS } from "./customer-schema.ts";
import type { Consent } from "./schema.ts";

/** A consent for storage. Its time is now unless one was sent. */
export function consentOf(ctx: Context, { at, how, text, source, ...sent }: ConsentInput): Consent {
  if (at !== undefined && at > ctx.now()) {
    throw invalidField("at", "is in the future");
  }
  const { actor } = ctx;
  return {
    ...sent,
    at: at ?? ctx.now(),
    how: how ?? null,
    text: text ?? null,
    source: source ?? null,
    actor: { type: actor.kind, id: actor.kind === "nobody" ? null : actor.id },
  };
}

/**
 * Adds consents in order of time, of one second the withdrawals last. Only the newest are stored, and the last of each
 * channel, which counts.
 */
export function withConsents(history: readonly Consent[], further: readonly Consent[]): Consent[] {
  const all = [...history, ...further].sort(
    (one, other) =>
      one.at - other.at || Number(one.state === "withdrawn") - Number(other.state === "withdrawn"),
  );
  const counting = new Set(new Map(all.map((consent) => [consent.channel, consent])).values());
  const others = all.filter((consent) => !counting.has(consent));
  const kept = new Set(others.slice(Math.max(0, others.length + counting.size - MAX_CONSENTS)));
  return all.filter((consent) => counting.has(consent) || kept.has(consent));
}
