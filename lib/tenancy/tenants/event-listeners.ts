import * as z from "zod";

/** The webhooks and build hooks of a tenant. Read for every batch of events, so nothing else is parsed. */
const Listening = z.object({
  webhooks: z
    .array(z.object({ enabled: z.boolean().default(true), events: z.array(z.string()).default([]) }))
    .default([]),
  buildHooks: z.array(z.string()).default([]),
});
type Listening = z.output<typeof Listening>;

/** Parsed listeners by item: a batch of events needs the same item many times. */
const known = new WeakMap<object, Listening>();

/** The listeners in a tenant's item; none without an item. */
export function listenersOf(item: Record<string, unknown> = {}): Listening {
  // Settings are stored as JSON.
  const { configs } = item;
  const found = known.get(item) ?? Listening.parse(typeof configs === "string" ? JSON.parse(configs) : {});
  known.set(item, found);
  return found;
}
