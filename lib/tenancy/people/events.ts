export const PEOPLE_EVENTS = [
  "member.created",
  "member.updated",
  "member.deleted",
  "invitation.created",
  "invitation.updated",
] as const;
