import * as z from "zod";
import { anyCase, PageQuery, queryBoolean, queryList } from "#core/http/page.ts";
import { STATUSES } from "./schema.ts";

export const InboxQuery = PageQuery.extend({
  status: anyCase(STATUSES).optional(),
  /** Conversations with any of these statuses. */
  statuses: queryList.pipe(z.array(anyCase(STATUSES)).max(STATUSES.length)).optional(),
  waiting: queryBoolean.optional(),
  agent_id: z.string().min(1).max(200).optional(),
  assigned_account_id: z.string().min(1).max(200).optional(),
  query: z.string().max(200).optional(),
});

export const AssignConversation = z
  .object({ account_id: z.string().min(1).max(200).nullable() })
  .meta({ examples: [{ account_id: "acc_01j9z3k4m5n6p7q8r9s0t1v2w3" }] });
