// What became of the mails of each edition of a newsletter, by quarters of an hour: figures lay them on days.

import type { Write } from "#core/dynamo/transact.ts";
import { MINUTE } from "#core/seconds.ts";
import type { EditionCounts } from "./counts-schema.ts";
import { editionCounts } from "./table.ts";

/** No clock is off by less. */
const QUARTER = 15 * MINUTE;

type Added = Partial<Omit<EditionCounts, "tenant_id" | "edition_id" | "at">>;

/** The write that adds to what became of an edition's mails. */
export function countEdition(tenant_id: string, edition_id: string, now: number, add: Added): Write {
  const slots = { tenant_id, edition_id, at: Math.floor(now / QUARTER) * QUARTER };
  const initially = { _t: editionCounts.name, ...slots };
  return {
    entity: editionCounts.name,
    update: { key: editionCounts.key(slots), add: { ...add, _v: 1 }, initially },
  };
}

/** What a mail of an edition is called. */
export function editionMailId(edition_id: string, round: number, subscriberId: string): string {
  return `mail_${edition_id}_${round}_${subscriberId}`;
}

/** The edition that a mail is of, by its name; `undefined` of any other mail. */
export function editionOfMail(mailId: string): string | undefined {
  return /^mail_(.+)_\d+_nsub_[0-9a-z]+$/.exec(mailId)?.[1];
}
