import type { Choice } from "./fields.ts";
import { say } from "./texts.ts";

const COLOURS: readonly [colour: string, values: readonly string[]][] = [
  ["green", ["paid", "fulfilled", "completed", "active", "confirmed", "succeeded", "delivered", "received"]],
  ["yellow", ["unpaid", "unfulfilled", "pending", "authorized", "partially_fulfilled", "asked", "draft"]],
  ["red", ["failed", "expired", "refused"]],
];

/** A status as text and color. The text alone says everything, for users who do not see colors. */
export function StatusBadge({ choices, value }: { choices: readonly Choice[]; value: string }) {
  const words = choices.find(([each]) => each === value)?.[1];
  const colour = COLOURS.find(([, values]) => values.includes(value))?.[0] ?? "gray";
  return <span className={`mark ${colour}`}>{words ? say(words) : value}</span>;
}
