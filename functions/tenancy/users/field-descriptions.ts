import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  "?businessId": "Only people of this business.",
  "?codeChallenge": "Challenge of a secret that the browser makes and keeps: SHA-256 of it, base64url.",
  "?originUrl": "The address that the visitor came from.",
  "?provider": "The identity provider, such as `GOOGLE`.",
  "?redirectUrl": "Where the browser goes after the sign-in.",
  "?roleIds": "Only people with one of these roles.",
  "?token": "The token of the link.",
};
