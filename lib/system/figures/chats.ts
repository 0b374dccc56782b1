import type { Contributions } from "#core/sums/declaration.ts";
import type { ConversationRecord } from "#lib/engagement/support/schema.ts";
import { countsOf, type Sums, type Values } from "./amounts.ts";
import { averageDuration, durationSums, percentiles } from "./durations.ts";
import { contributionsOf, type Fact, inEverySplit, NO_MONEY } from "./facts.ts";
import { family } from "./family.ts";

const SUM_NAMES = [
  "begun",
  "bot_answered",
  "escalated",
  "staff_answered",
  "resolved_by_bot",
  "resolved_by_staff",
] as const;

/** Measure of the time from the request for staff to their first answer. */
const FIRST_ANSWER = "first_answer";
const MEASURES = [
  ...SUM_NAMES,
  ...["first_answer_p50", "first_answer_p90", "first_answer_p95", "first_answer_average"],
] as const;

/** Conversations in which a visitor wrote something. */
export const chats = family({
  name: "chats",
  isMoney: false,
  ahead: 0,
  stored: SUM_NAMES,
  shown: MEASURES,
  derive: deriveMeasures,
  splits: { agent: MEASURES, assignee: MEASURES },
  amounts: new Set(),
});

function deriveMeasures(sums: Sums): Values {
  return {
    ...countsOf(sums, SUM_NAMES),
    ...percentiles(sums, FIRST_ANSWER, [50, 90, 95]),
    first_answer_average: averageDuration(sums, FIRST_ANSWER),
  };
}

/** What a conversation adds: each milestone on the day when it first happened. */
export function chatContributions(conversation: ConversationRecord, zone: string): Contributions {
  const { agent_id, assigned_account_id, asked_at, bot_at, staff_asked_at, staff_at } = conversation;
  const { resolved_at, resolved_by } = conversation;
  if (asked_at === null) return {};
  const marks = { agent: agent_id, assignee: assigned_account_id };
  const fact = (at: number | null, all: Sums): Fact[] =>
    at === null ? [] : [{ at, all, parts: inEverySplit(all, marks) }];
  const since = staff_asked_at ?? asked_at;
  const waited = staff_at !== null && staff_at >= since ? durationSums(FIRST_ANSWER, staff_at - since) : {};
  const facts = [
    ...fact(asked_at, { begun: 1 }),
    ...fact(bot_at, { bot_answered: 1 }),
    ...fact(staff_asked_at, { escalated: 1 }),
    ...fact(staff_at, { staff_answered: 1, ...waited }),
    ...fact(resolved_at, resolved_by === "bot" ? { resolved_by_bot: 1 } : { resolved_by_staff: 1 }),
  ];
  return contributionsOf("chats", NO_MONEY, facts, zone);
}
