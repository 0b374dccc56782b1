import { appointments } from "./appointments.ts";
import { chats } from "./chats.ts";
import type { Family } from "./family.ts";
import { forms } from "./forms.ts";
import { funnel } from "./funnel.ts";
import { newsletters } from "./newsletters.ts";
import { sales } from "./sales.ts";
import { social } from "./social.ts";
import { webhooks } from "./webhooks.ts";

const EVERY_FAMILY: readonly Family[] = [
  sales,
  funnel,
  appointments,
  chats,
  newsletters,
  forms,
  social,
  webhooks,
];

export function findFamily(name: string): Family | undefined {
  return EVERY_FAMILY.find((family) => family.name === name);
}
