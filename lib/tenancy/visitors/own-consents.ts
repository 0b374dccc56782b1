// Consents that visitors give and withdraw themselves.

import { type Context, visitor } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { invalidField } from "#core/errors.ts";
import { changeContact } from "./change-contact.ts";
import { withConsents } from "./consents.ts";
import type { UpdateOwnContact } from "./own-consents-schema.ts";
import { isGranted } from "./rows.ts";
import { CONSENT_CHANNELS, type Consent, type Contact } from "./schema.ts";
import { contacts } from "./table.ts";
import { unmergedContact } from "./unmerged-contact.ts";

type Channel = Consent["channel"];

/** Records consents of the calling visitor. */
export function updateCurrentContact(
  ctx: Context,
  store_id: string,
  { consents }: UpdateOwnContact,
): Promise<Contact> {
  return withRetries(async () => {
    const before = await unmergedContact(ctx, store_id, visitor(ctx).id);
    const given = consents.map(
      (consent): Consent => ({
        ...consent,
        ...{ state: "granted", at: ctx.now(), how: "form", source: "account", actor: actorOf(ctx) },
      }),
    );
    const after = {
      consents: withConsents(before.consents, given),
      is_customer: true,
      updated_at: ctx.now(),
    };
    const { record, writes } = changeContact(ctx, "contact.updated", before, { ...before, ...after });
    return transact(ctx, writes, record);
  });
}

/** Finds the guest cards of a visitor's orders, which store the consents of these checkouts. */
type CardsOf = (storeId: string, contactId: string) => Promise<string[]>;

/** Withdraws a consent of the calling visitor, given in the account or in a checkout. */
export async function withdrawOwnConsent(
  ctx: Context,
  store_id: string,
  name: string,
  cardsOf: CardsOf,
): Promise<Contact> {
  const channel = channelNamed(name);
  const { id } = visitor(ctx);
  const ids = [id, ...(await cardsOf(store_id, id))];
  return withRetries(async () => {
    const own = await unmergedContact(ctx, store_id, id);
    const changes = await withdrawConsents(ctx, store_id, [...new Set(ids)], channel);
    const { record = own } = changes.find((change) => change.record.id === id) ?? {};
    return transact(
      ctx,
      changes.flatMap(({ writes }) => writes),
      record,
    );
  });
}

/** The changes that withdraw a consent of some contacts. Contacts who did not give it do not change. */
export async function withdrawConsents(
  ctx: Context,
  store_id: string,
  ids: readonly string[],
  channel: Channel,
): Promise<ReturnType<typeof changeContact>[]> {
  const found = await contacts.batchGet(
    ids.map((id) => ({ store_id, id })),
    ctx,
  );
  return found
    .filter((contact) => isGranted(contact, channel))
    .map((before) => {
      const none = { how: null, text: null, source: null };
      const withdrawn = { channel, state: "withdrawn", at: ctx.now(), ...none, actor: actorOf(ctx) } as const;
      const consents = withConsents(before.consents, [withdrawn]);
      const after = { ...before, consents, updated_at: ctx.now() };
      return changeContact(ctx, "contact.updated", before, after);
    });
}

function actorOf({ actor }: Context): Consent["actor"] {
  return { type: actor.kind, id: actor.kind === "nobody" ? null : actor.id };
}

function channelNamed(name: string): Channel {
  const found = CONSENT_CHANNELS.find((each) => each === name);
  if (found) return found;
  const message = `must be one of ${CONSENT_CHANNELS.join(", ")}`;
  throw invalidField("channel", message);
}
