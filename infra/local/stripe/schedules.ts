import type { Billing } from "./billing.ts";
import { addInterval, type Schedule } from "./billing-objects.ts";
import { innerOf, metadataIn, type Params, textOf } from "./form.ts";
import { checkParams, Refusal, resourceMissing } from "./refusal.ts";
import { nowInSeconds, randomId, SCHEDULE_SHAPE, SCHEDULE_UPDATE_SHAPE } from "./shapes.ts";

/** Creates a schedule whose first phase is the current period. */
export function createSchedule(billing: Billing, params: Params): Schedule {
  checkParams(params, SCHEDULE_SHAPE);
  const subscription = billing.subscription(textOf(params, "from_subscription") ?? "");
  if (subscription.schedule)
    throw new Refusal("You cannot migrate a subscription that is already attached to a schedule.");
  const [item] = subscription.items.data;
  const phase = {
    start_date: item?.current_period_start ?? 0,
    end_date: item?.current_period_end ?? 0,
    metadata: {},
    items: [{ price: item?.price.id ?? "", quantity: 1 }],
  };
  const newSchedule: Schedule = {
    id: `sub_sched_${randomId()}`,
    object: "subscription_schedule",
    end_behavior: "release",
    status: "active",
    subscription: subscription.id,
    phases: [phase],
  };
  billing.schedules.set(newSchedule.id, newSchedule);
  billing.change(subscription, { schedule: newSchedule.id });
  return newSchedule;
}

/** Sets the schedule's phase that follows the current period. */
export function updateSchedule(billing: Billing, id: string, params: Params): Schedule {
  checkParams(params, SCHEDULE_UPDATE_SHAPE);
  const schedule = activeSchedule(billing, id);
  let start = schedule.phases[0]?.start_date ?? nowInSeconds();
  schedule.phases = Object.values(innerOf(params, "phases")).flatMap((each) => {
    if (typeof each !== "object") return [];
    const [item] = Object.values(innerOf(each, "items"));
    const price = billing.price(typeof item === "object" ? textOf(item, "price") : undefined);
    const end_date = Number(textOf(each, "end_date") ?? addInterval(start, price.recurring.interval));
    const items = [{ price: price.id, quantity: 1 }];
    const phase = { start_date: start, end_date, metadata: metadataIn(each), items };
    start = end_date;
    return [phase];
  });
  return schedule;
}

/** Ends a schedule without a change of its subscription. */
export function releaseSchedule(billing: Billing, id: string): Schedule {
  const schedule = activeSchedule(billing, id);
  schedule.status = "released";
  billing.change(billing.subscription(schedule.subscription), { schedule: null });
  return schedule;
}

function activeSchedule(billing: Billing, id: string): Schedule {
  const found = billing.schedules.get(id);
  if (!found) throw resourceMissing("subscription_schedule", id);
  if (found.status !== "active")
    throw new Refusal(
      `You cannot change a subscription schedule that is currently in the \`${found.status}\` status.`,
    );
  return found;
}
