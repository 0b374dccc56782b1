export const FORM_EVENTS = [
  "form.created",
  "form.updated",
  "form.deleted",
  "form.submitted",
  "submission.updated",
] as const;
