import { setTimeout as sleep } from "node:timers/promises";
import { changeItem } from "#core/dynamo/change.ts";
import { sendQuota } from "./ses.ts";

/** No slot is free before the caller's time is up. */
export class NoSlot extends Error {}

/** `urgent` is mail that somebody is waiting for; `bulk` gives way to it. */
export type MailPriority = "urgent" | "bulk";

/** Part of the rate that is used. The rest is a reserve, because mails reach SES unevenly. */
const USABLE_SHARE = 0.9;
/** Milliseconds that bulk mail may be scheduled ahead, and so the longest that urgent mail waits for it. */
const MAX_AHEAD_MS = 200;

/** The item of a schedule, and its clock in milliseconds. */
interface Schedule {
  key: { pk: string; sk: string };
  now(): number;
  sleep(milliseconds: number): Promise<unknown>;
}

const ACCOUNT_SCHEDULE: Schedule = {
  key: { pk: "MAIL_RATE", sk: "MAIL_RATE" },
  now: () => Date.now(),
  sleep,
};

/**
 * Waits for the times at which mails may be sent, so that all senders together stay below the account's rate. A
 * virtual schedule (GCRA, ITU-T I.371): one item holds the time up to which slots are taken, and each sender moves it
 * forward. Urgent mail always takes the next slot. Bulk mail takes one only while less than a fifth of a second is
 * taken, so it delays urgent mail by no more than that.
 *
 * @param count of mails, to be sent evenly over the slots
 * @param until milliseconds by `Date.now()` after which no slot is of use
 * @param schedule by default that of the SES account
 * @returns the slots, in milliseconds by `Date.now()`; the first has just begun
 * @throws NoSlot when there is none in time
 */
export async function takeSlots(
  priority: MailPriority,
  count = 1,
  until = Number.POSITIVE_INFINITY,
  schedule = ACCOUNT_SCHEDULE,
): Promise<number[]> {
  const { perSecond } = await sendQuota();
  const step = 1000 / (perSecond * USABLE_SHARE);
  for (;;) {
    const end = await advanceSchedule(schedule, priority, Math.ceil(count * step), until);
    if (end !== undefined) {
      const first = end - Math.ceil(count * step);
      await sleepUntil(first, schedule);
      return Array.from({ length: count }, (_, index) => first + index * step);
    }
    if (schedule.now() >= until) throw new NoSlot("No mail may be sent in the time that is left.");
    await schedule.sleep(Math.max(5, Math.min(MAX_AHEAD_MS, step)) * (0.5 + Math.random()));
  }
}

/** Most mails for which a bulk sender takes slots at once: they last for `MAX_AHEAD_MS`. */
export async function bulkChunk(): Promise<number> {
  const { perSecond } = await sendQuota();
  return Math.max(1, Math.floor((perSecond * USABLE_SHARE * MAX_AHEAD_MS) / 1000));
}

export async function sleepUntil(time: number, schedule = ACCOUNT_SCHEDULE): Promise<void> {
  const wait = time - schedule.now();
  if (wait > 0) await schedule.sleep(wait);
}

async function advanceSchedule(
  schedule: Schedule,
  priority: MailPriority,
  by: number,
  until: number,
): Promise<number | undefined> {
  const { key } = schedule;
  const now = schedule.now();
  // An unused schedule starts at this time; otherwise it continues where it ended.
  const restarted = await changeItem(
    key,
    { set: { until: now + by, _t: "mail_rate" } },
    {
      expression: "attribute_not_exists(#until) or #until <= :now",
      names: { "#until": "until" },
      values: { ":now": now },
    },
  );
  if (restarted) return Number(restarted.until);
  const most = Math.min(until, priority === "urgent" ? Number.MAX_SAFE_INTEGER : now + MAX_AHEAD_MS);
  const advanced = await changeItem(
    key,
    { add: { until: by } },
    {
      expression: "#until > :now and #until <= :most",
      names: { "#until": "until" },
      values: { ":now": now, ":most": most },
    },
  );
  return advanced && Number(advanced.until);
}
