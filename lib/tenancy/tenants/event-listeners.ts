import * as z from "zod";

/** The webhooks and build hooks of a tenant. Read for every batch of events, so nothing else is parsed. */
const Listeners = z.object({
  webhooks: z
    .array(z.object({ enabled: z.boolean().default(true), events: z.array(z.string()).default([]) }))
    .default([]),
  buildHooks: z.array(z.string()).default([]),
});
type Listeners = z.output<typeof Listeners>;

/** Parsed listeners by item: a batch of events needs the same item many times. */
const cache = new WeakMap<object, Listeners>();

/** The listeners in a tenant's item; none without an item. */
export function listenersOf(item: Record<string, unknown> = {}): Listeners {
  // Settings are stored as JSON.
  const { configs } = item;
  const found = cache.get(item) ?? Listeners.parse(typeof configs === "string" ? JSON.parse(configs) : {});
  cache.set(item, found);
  return found;
}
