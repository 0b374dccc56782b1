import * as z from "zod";
import { type BodyOf, message } from "#core/queue/message.ts";
import { SandboxEvent } from "./schema.ts";

/** Has the provider issue a reserved refund. */
export const IssueRefund = message("issueRefund", z.object({ tenant_id: z.string(), refund_id: z.string() }));
export type IssueRefund = BodyOf<typeof IssueRefund>;

/** Closes the open pages of a retired account, or all of a tenant's. */
export const CloseOpenPages = message(
  "closeOpenPages",
  z.object({ tenant_id: z.string(), credential_id: z.string().nullable() }),
);
export type CloseOpenPages = BodyOf<typeof CloseOpenPages>;

export const SendSandboxEvent = message("sendSandboxEvent", SandboxEvent);
