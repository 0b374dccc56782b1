import * as z from "zod";
import { anyCase, Deleted, MAX_PAGE_SIZE, page, queryInt, strictPage } from "#core/http/page.ts";
import { EmailAddress } from "#core/mail/address-schema.ts";
import { expectedVersion } from "#core/records/schema.ts";
import { recordVersion, staffOnly } from "#core/view-schema.ts";

const ROLES = ["owner", "admin", "member", "viewer"] as const;

export const Member = z.object({
  account_id: z.string(),
  store_id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  joined_at: z.int(),
  version: recordVersion(),
});
export type Member = z.input<typeof Member>;
/** A member in events: without email and name, because events outlive the person's record. */
export const MemberEvent = Member.pick({ account_id: true, store_id: true, role: true, joined_at: true });
export const MemberPage = page(Member);

export const MemberRemoved = Deleted.extend({ removed: z.literal(true) });

export const MemberQuery = z.object({
  limit: queryInt(1, MAX_PAGE_SIZE).optional(),
  cursor: z.string().min(1).optional(),
  query: z.string().max(200).optional(),
  role: anyCase(ROLES).optional(),
});

export const UpdateMember = z
  .object({ role: anyCase(ROLES), version: expectedVersion })
  .meta({ examples: [{ role: "admin" }] });

/** The current form names a role. The older one lists role ids, and the strongest counts. */
export const CreateInvitation = z
  .object({
    email: EmailAddress,
    role: z.string().max(50).optional(),
    roleIds: z.array(z.string().max(50)).max(10).optional(),
    reserveDomain: z.string().max(2000).optional(),
  })
  .meta({ examples: [{ email: "grace@example.com", role: "Admin" }] });

export const Invitation = z.object({
  id: z.string(),
  tenant_id: z.string(),
  email: z.string(),
  role: z.enum(["owner", "admin", "member", "viewer", "super"]),
  token_hash: z.string(),
  status: z.enum(["pending", "accepted", "rejected"]),
  invited_by: z.string(),
  /** Which of the tenant's limited places for open invitations it occupies. */
  place: z.string().optional(),
  created_at: z.int(),
  expires_at: z.int(),
});
export type Invitation = z.output<typeof Invitation>;
export const InvitationEvent = Invitation.pick({
  id: true,
  tenant_id: true,
  email: true,
  role: true,
  status: true,
  invited_by: true,
  created_at: true,
  expires_at: true,
});

/** An open invitation. */
export const InvitationView = Invitation.pick({
  id: true,
  email: true,
  created_at: true,
  expires_at: true,
}).extend({
  store_id: z.string(),
  role: z.enum(ROLES),
  invited_by: staffOnly(Invitation.shape.invited_by),
});
export type InvitationView = z.output<typeof InvitationView>;
export const InvitationPage = strictPage(InvitationView);

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
