import type { SeedApi } from "./api.ts";
import { seedContent } from "./content.ts";
import { seedFirstLook } from "./first-look.ts";
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

/** Creates a part of the demo. Returns lines of text that tell the user what was created. */
type Seed = (api: SeedApi) => Promise<string[]>;

/** Chains run in parallel, the longest first. The parts of one chain run one after the other. */
const seedChains = (past: HistorySize): Record<string, Seed>[] => [
  { social: seedSocial },
  // Orders need the shop's products. A payment provider comes last: it would refuse payments of past weeks.
  {
    shop: seedShop,
    past: (api) => seedTogether(api, [seedFirstLook, (it) => seedOrderHistory(it, past)]),
    trade: seedOrders,
    payments: seedPayments,
  },
  { salon: seedSalon },
  { newsletters: seedNewsletters },
  { support: seedSupport },
  { content: seedContent },
  { forms: seedForms },
  { people: seedPeople },
  { media: seedMedia },
];
const LAST_PART: Record<string, Seed> = { inspector: seedInspector };

/** Creates some parts in parallel. */
async function seedTogether(api: SeedApi, seeds: readonly Seed[]): Promise<string[]> {
  return (await Promise.all(seeds.map((seed) => seed(api)))).flat();
}

/** Called after each part, with the numbers of finished parts and of all parts. */
type OnPart = (done: number, of: number, part: string) => void;

/** Creates the whole demo. Returns lines of text that tell the user what was created. */
export async function seedAll(api: SeedApi, onPart: OnPart, past = DEMO_HISTORY): Promise<string[]> {
  const all = seedChains(past);
  const of = [...all, LAST_PART].reduce((sum, chain) => sum + Object.keys(chain).length, 0);
  let done = 0;
  const run = async (chain: Record<string, Seed>) => {
    const lines: string[] = [];
    for (const [part, seed] of Object.entries(chain)) {
      lines.push(...(await seed(api)));
      onPart(++done, of, part);
    }
    return lines;
  };
  const lines = await Promise.all(all.map(run));
  return [...lines, await run(LAST_PART)].flat();
}
