import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  challenge_id: "Id of the code that was mailed: send it back with the code.",
  code: "Code of the language, two letters.",
  code_sent: "Whether a code was mailed to the address.",
  contact: "The contact of the session.",
  expires_at: "Until when the session or the code is good, Unix seconds.",
  is_default: "Whether the language counts where none is asked for.",
  languages: "Languages of the store, the default one among them.",
  logo: "Address of the picture in mails and pages.",
  markets: "The markets that the store sells in.",
  market: "Key of the market, which decides currency and prices.",
  name: "Name of the store.",
  payment: "How buyers pay.",
  provider: "The payment provider.",
  publishable_key: "Public key with which a page asks the payment provider.",
  sent: "Whether the code was mailed.",
  store: "The store, as its pages need it.",
  timezone: "IANA name, such as `Europe/Berlin`.",
  token: "Credential of the session: send it as `Authorization: Bearer …`.",
  verification_challenge: "The code that was mailed and is to be proven.",
  text: "The words that were shown.",
};
