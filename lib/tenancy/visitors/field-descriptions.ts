import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  challenge_id: "Id of the code that was mailed: send it back with the code.",
  code: "The code that was mailed.",
  contact: "The contact whose address was proven.",
  email: "Mail address of the visitor.",
  expires_at: "Until when the session is good, Unix seconds.",
  market: "Key of the market that the visitor buys in.",
  merged_into_contact_id: "Id of the contact that the visitor is known as by now.",
  success: "Always true.",
  token: "Credential of the session: send it as `Authorization: Bearer …`.",
  verified: "Whether the address was proven.",
  verify: "`true` mails a code to the address.",
};
