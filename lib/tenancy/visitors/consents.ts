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

/** Adds consents in order of time. Only the newest are stored. */
export function withConsents(history: readonly Consent[], further: readonly Consent[]): Consent[] {
  return [...history, ...further].sort((one, other) => one.at - other.at).slice(-MAX_CONSENTS);
}
