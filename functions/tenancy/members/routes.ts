// Who may work in a store, and who is invited to.

import { GENERAL, TENANT } from "#core/errors.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted, PageQuery } from "#core/http/page.ts";
import { TEAM, USER } from "#lib/tenancy/people/errors.ts";
import {
  AnswerInvitation,
  CreateInvitation,
  InvitationAnswered,
  InvitationPage,
  InvitationSent,
  Member,
  MemberPage,
  MemberQuery,
  MemberRemoved,
  UpdateMember,
} from "#lib/tenancy/people/member-schema.ts";
import { PLAN } from "#lib/tenancy/plans/errors.ts";

export const members = routes("tenancy/members", "/v1/stores/{storeId}/members", {
  listMembers: get("", {
    summary: "Members of a store, by address",
    needs: "ADMIN",
    query: MemberQuery,
    returns: MemberPage,
    extension: true,
  }),
  updateMember: put("/{accountId}", {
    summary: "Give a member another role",
    description: "Only an owner can add, change or remove an owner. Members cannot raise their own role.",
    needs: "ADMIN",
    body: UpdateMember,
    returns: Member,
    errors: [GENERAL.NOT_FOUND, TEAM.FAILED_UPDATE, USER.UNAUTHORIZED],
    emits: ["member.updated"],
    extension: true,
  }),
  removeMember: del("/{accountId}", {
    summary: "Remove a member from a store",
    description: "Members can remove themselves. Removing others needs ADMIN. The last owner cannot leave.",
    needs: "READ",
    returns: MemberRemoved,
    errors: [GENERAL.FORBIDDEN, GENERAL.NOT_FOUND, TEAM.FAILED_DELETE, USER.UNAUTHORIZED],
    emits: ["member.deleted"],
    extension: true,
  }),
});

export const openInvitations = routes("tenancy/members", "/v1/stores/{storeId}/invitations", {
  listInvitations: get("", {
    summary: "Invitations that wait for an answer",
    needs: "ADMIN",
    strict: true,
    query: PageQuery,
    returns: InvitationPage,
    extension: true,
  }),
  withdrawInvitation: del("/{invitationId}", {
    summary: "Withdraw an invitation: its link stops working",
    needs: "ADMIN",
    strict: true,
    returns: Deleted,
    errors: [GENERAL.NOT_FOUND, USER.UNAUTHORIZED],
    emits: ["invitation.deleted"],
    extension: true,
  }),
});

export const invitations = routes("tenancy/members", "/v1/businesses/{businessId}/invitation", "business", {
  createInvitation: post("", {
    summary: "Invite somebody by email",
    description: "The default role is Admin. The older form lists roleIds. The link works for seven days.",
    needs: "ADMIN",
    body: CreateInvitation,
    returns: InvitationSent,
    status: 201,
    errors: [
      PLAN.PLAN_LIMIT,
      TENANT.NOT_FOUND,
      TEAM.ALREADY_MEMBER,
      TEAM.INVITATION_PENDING,
      TEAM.FAILED_CREATE,
      USER.ROLE_INVALID,
      USER.UNAUTHORIZED,
      USER.INVALID_ORIGIN_URI,
    ],
    emits: ["invitation.created"],
  }),
  answerInvitation: put("", {
    summary: "Accept or reject an invitation",
    description:
      "The token proves the address. A signed-in caller must have the invited address. An address without an account gets one.",
    needs: "public",
    worksWhileClosed: true,
    body: AnswerInvitation,
    returns: InvitationAnswered,
    errors: [
      PLAN.PLAN_LIMIT,
      TENANT.NOT_FOUND,
      TEAM.INVITATION_INVALID,
      TEAM.ALREADY_MEMBER,
      USER.UNAUTHORIZED,
    ],
    emits: ["invitation.updated", "member.created"],
  }),
});
