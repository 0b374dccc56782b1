export const MEMBER_EVENTS = ["member.created", "member.updated", "member.deleted"] as const;
export const INVITATION_EVENTS = ["invitation.created", "invitation.updated", "invitation.deleted"] as const;
