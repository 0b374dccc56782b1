// Counts the mails of each edition per quarter of an hour, so that figures can sum them by day in any time zone.

import type { Write } from "#core/dynamo/transact.ts";
import { MINUTE } from "#core/seconds.ts";
import type { EditionCounts } from "./counts-schema.ts";
import { editionCounts } from "./table.ts";

/** Seconds of a quarter of an hour: days of all time zones begin at multiples of it. */
const QUARTER = 15 * MINUTE;

type NewCounts = Partial<Omit<EditionCounts, "tenant_id" | "edition_id" | "at">>;

export function countEdition(tenant_id: string, edition_id: string, now: number, add: NewCounts): Write {
  const slots = { tenant_id, edition_id, at: Math.floor(now / QUARTER) * QUARTER };
  const initially = { _t: editionCounts.name, ...slots };
  return {
    entity: editionCounts.name,
    update: { key: editionCounts.key(slots), add: { ...add, _v: 1 }, initially },
  };
}

/** The id of an edition's mail to one subscriber. */
export function editionMailId(edition_id: string, round: number, subscriberId: string): string {
  return `mail_${edition_id}_${round}_${subscriberId}`;
}

/** The edition of a mail, by the mail's id; `undefined` for any other mail. */
export function editionOfMail(mailId: string): string | undefined {
  return /^mail_(.+)_\d+_nsub_[0-9a-z]+$/.exec(mailId)?.[1];
}
