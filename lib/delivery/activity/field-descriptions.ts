import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  "?actor": "Only events that this account, contact or part of the system caused, by its id.",
  "?entity": "Only events of this kind of record, such as `form` or `order`.",
  "?from": "Only what happened then or later.",
  "?record": "Only events of this record, by its id.",
  "?to": "Only what happened then or before.",
  "?type": "Only records of this type.",
  "?types": "Only events of one of these types, such as `order.created,order.updated`.",
  actor: "The account, contact or part of the system that did it.",
  entity: "The record that changed: its kind and its id.",
  nodeId: "Id of the node whose build hooks are called.",
  payload: "The record as it was after the event.",
  recipients: "Mail addresses, at most 50.",
  sequence: "Number of the change of this record, from 1 and without gaps.",
  triggered: "How many build hooks were called.",
  type: "Type of the event, such as `form.created`.",
};
