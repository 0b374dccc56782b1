import { storedEvents } from "./bookings.ts";
import { eventually } from "./world.ts";

type WithId = { id: string };

/** Whether an operation or worker has announced all these events in a store. */
export async function hasAnnounced({ id: tenant_id }: WithId, { id }: WithId, types: readonly string[]) {
  const own = (await storedEvents(tenant_id)).filter(({ operation }) => operation === id);
  const announced = new Set(own.map(({ type }) => type));
  return types.every((type) => announced.has(type));
}

export function waitForEvents(store: WithId, by: WithId, types: readonly string[]) {
  return eventually(() => hasAnnounced(store, by, types), `${by.id} telling of ${types.join(", ")}`);
}
