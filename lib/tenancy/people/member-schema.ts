import * as z from "zod";
import { anyCase, Deleted, MAX_LIMIT, page, queryInt } from "#core/http/page.ts";
import { EmailAddress } from "#core/mail/address-schema.ts";

const ROLES = ["owner", "admin", "member", "viewer"] as const;

/** A person's place in a store. */
export const Member = z.object({
  account_id: z.string(),
  store_id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  joined_at: z.int(),
});
export type Member = z.output<typeof Member>;
export const MemberPage = page(Member);

export const MemberRemoved = Deleted.extend({ removed: z.literal(true) });

export const MemberQuery = z.object({
  limit: queryInt(1, MAX_LIMIT).optional(),
  cursor: z.string().min(1).optional(),
  query: z.string().max(200).optional(),
  role: anyCase(ROLES).optional(),
});

export const UpdateMember = z.object({ role: anyCase(ROLES) }).meta({ examples: [{ role: "admin" }] });

/** The current form names a role; the older one lists role ids, of which the strongest counts. */
export const CreateInvitation = z
  .object({
    email: EmailAddress,
    role: z.string().max(50).optional(),
    roleIds: z.array(z.string().max(50)).max(10).optional(),
    reserveDomain: z.string().max(2000).optional(),
  })
  .meta({ examples: [{ email: "grace@example.com", role: "Admin" }] });

export const InvitationSent = z.object({
  success: z.literal(true),
  id: z.string(),
  email: z.string(),
  role: z.string(),
  status: z.literal("PENDING"),
  expiresAt: z.int(),
});

export const AnswerInvitation = z
  .object({ token: z.string().max(1000), action: anyCase(["ACCEPT", "REJECT"]) })
  .meta({ examples: [{ token: "sfi_…", action: "ACCEPT" }] });
export const InvitationAnswered = z.object({
  success: z.literal(true),
  status: z.enum(["ACCEPTED", "REJECTED"]),
});
