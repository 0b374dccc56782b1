import type { PairsKind } from "./pairs.ts";
import { customerCards, visitors } from "./pairs-customers.ts";
import { conversationKind, orderKind, todayKind } from "./pairs-orders.ts";
import { invitationKind, productKind, settingsKind } from "./pairs-settings.ts";

/** Records that several people change. */
export const PAIRS_KINDS: readonly PairsKind[] = [
  customerCards,
  visitors,
  orderKind,
  conversationKind,
  todayKind,
  productKind,
  settingsKind,
  invitationKind,
];
