import * as z from "zod";
import { readDemo, type Variables } from "./demo-file.ts";

const Stores = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string().nullish(), key: z.string() })),
});
const Orders = z.object({ items: z.array(z.object({ number: z.string(), email: z.string().nullish() })) });
const SeedProgress = z.object({ done: z.int(), of: z.int().optional(), part: z.string().optional() });
type SeedProgress = z.infer<typeof SeedProgress>;

/** The newest demo, a demo that is being made, or none. */
export type DemoState =
  | { kind: "none" }
  | ({ kind: "seeding" } & SeedProgress)
  | {
      kind: "made";
      stores: { id: string; name: string }[];
      newestOrder?: { number: string; email?: string };
    };

/** Milliseconds after which a seed that reports nothing more counts as ended. */
const SEED_SILENCE_MS = 120_000;

export interface DemoWatch {
  /** Takes what a running seed reports. @throws if the text is no progress */
  report(text: string): void;
  read(): Promise<DemoState>;
  /** Ids of the newest demo and its owner's token; `undefined` if there is none. */
  variables(): Variables | undefined;
}

/**
 * What is known of the demo.
 *
 * @param dir folder of the state; without it no demo is found
 */
export function watchDemo(dir: string | undefined, api: string): DemoWatch {
  let progress: (SeedProgress & { at: number }) | undefined;
  const variables = () => (dir === undefined ? undefined : readDemo(dir));
  return {
    variables,
    report(text) {
      progress = { ...SeedProgress.parse(JSON.parse(text)), at: Date.now() };
    },
    async read() {
      const isRunning =
        progress && progress.done !== progress.of && Date.now() - progress.at < SEED_SILENCE_MS;
      if (progress && isRunning) return { kind: "seeding", ...progress };
      const { STORE, TOKEN } = variables() ?? {};
      return STORE && TOKEN
        ? readStores(api, STORE, TOKEN).catch(() => ({ kind: "none" }))
        : { kind: "none" };
    },
  };
}

async function readStores(api: string, shop: string, token: string): Promise<DemoState> {
  const get = async (path: string): Promise<unknown> => {
    const reply = await fetch(`${api}/v1/stores${path}`, { headers: { authorization: `Bearer ${token}` } });
    return JSON.parse(await reply.text());
  };
  const [{ items }, orders] = await Promise.all([
    get("").then(Stores.parse),
    get(`/${shop}/orders?limit=1`).then(Orders.parse),
  ]);
  // A seed creates its shop first, and ids grow with time.
  const stores = items.filter(({ id }) => id >= shop).map(({ id, name, key }) => ({ id, name: name ?? key }));
  if (!stores.some(({ id }) => id === shop)) return { kind: "none" };
  const [newest] = orders.items;
  return {
    kind: "made",
    // The seed opens the salons together, so their ids have no order of their own.
    stores: stores.toSorted((one, other) => one.name.localeCompare(other.name)),
    ...(newest && { newestOrder: { number: newest.number, ...(newest.email && { email: newest.email }) } }),
  };
}
