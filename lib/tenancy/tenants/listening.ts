import * as z from "zod";

/** Who listens to what happens in a tenant, of all its settings: read for every batch of events, so no more is looked at. */
const Listening = z.object({
  webhooks: z
    .array(z.object({ enabled: z.boolean().default(true), events: z.array(z.string()).default([]) }))
    .default([]),
  buildHooks: z.array(z.string()).default([]),
});
export type Listening = z.output<typeof Listening>;

/** Who listens by the item of a tenant; nobody where there is none. */
export function listeningIn(item: Record<string, unknown> | undefined): Listening {
  // Settings are stored packed.
  return Listening.parse(typeof item?.configs === "string" ? JSON.parse(item.configs) : {});
}
