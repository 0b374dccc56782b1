import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  bounceRate: "Returned mails in sent ones, from 0 to 1.",
  bounced: "Mails that came back.",
  businessId: "Id of the business.",
  complained: "Mails that were reported as unwanted.",
  complaintRate: "Reported mails in delivered ones, from 0 to 1.",
  delivered: "Mails that reached a mailbox.",
  deliveryRate: "Delivered mails in sent ones, from 0 to 1.",
  failed: "Mails that could not be sent.",
  machineOpened: "Opens by programs that load pictures ahead.",
  openRate: "Opened mails in delivered ones, from 0 to 1.",
  opened: "Mails that a person opened.",
  sent: "Mails that were sent.",
};
