import * as z from "zod";

/** Who listens to what happens in a tenant, of all its settings: read for every batch of events, so no more is looked at. */
const Listening = z.object({
  webhooks: z
    .array(z.object({ enabled: z.boolean().default(true), events: z.array(z.string()).default([]) }))
    .default([]),
  buildHooks: z.array(z.string()).default([]),
});
type Listening = z.output<typeof Listening>;

/** What was read of an item: all events of a batch ask of one. */
const known = new WeakMap<object, Listening>();

/** Who listens by the item of a tenant; nobody where there is none. */
export function listenersOf(item: Record<string, unknown> = {}): Listening {
  // Settings are stored packed.
  const { configs } = item;
  const found = known.get(item) ?? Listening.parse(typeof configs === "string" ? JSON.parse(configs) : {});
  known.set(item, found);
  return found;
}
