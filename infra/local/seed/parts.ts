import type { SeedApi } from "./api.ts";
import { seedContent } from "./content.ts";
import { seedForms } from "./forms.ts";
import { seedInspector } from "./inspector.ts";
import { seedMedia } from "./media.ts";
import { seedNewsletters } from "./newsletters.ts";
import { DEMO_HISTORY, type HistorySize, seedOrderHistory } from "./order-history.ts";
import { seedOrders } from "./orders.ts";
import { seedPayments } from "./payments.ts";
import { seedPeople } from "./people.ts";
import { seedSalon } from "./salon.ts";
import { seedShop } from "./shop.ts";
import { seedSocial } from "./social.ts";
import { seedSupport } from "./support.ts";

/** A part of the demo: it adds to the store, and says what a person may look at. */
type Seed = (api: SeedApi) => Promise<string[]>;

/** Chains of parts: those of one chain are made one after the other, the chains side by side. The longest come first. */
const chains = (past: HistorySize): Record<string, Seed>[] => [
  { social: seedSocial },
  // Trade sells what the shop has; its week is older than the payments that a provider would take.
  { shop: seedShop, past: (api) => seedOrderHistory(api, past), trade: seedOrders, payments: seedPayments },
  { salon: seedSalon },
  { newsletters: seedNewsletters },
  { support: seedSupport },
  { content: seedContent },
  { forms: seedForms },
  { people: seedPeople },
  { media: seedMedia },
];
const LAST: Record<string, Seed> = { inspector: seedInspector };

/** Tells of each part that is done. */
type Tell = (done: number, of: number, part: string) => void;

/** Makes the whole demo, and gives what there is to look at. */
export async function seedAll(api: SeedApi, tell: Tell, past = DEMO_HISTORY): Promise<string[]> {
  const all = chains(past);
  const of = [...all, LAST].reduce((sum, chain) => sum + Object.keys(chain).length, 0);
  let done = 0;
  const run = async (chain: Record<string, Seed>) => {
    const told: string[] = [];
    for (const [part, seed] of Object.entries(chain)) {
      told.push(...(await seed(api)));
      tell(++done, of, part);
    }
    return told;
  };
  const told = await Promise.all(all.map(run));
  return [...told, await run(LAST)].flat();
}
