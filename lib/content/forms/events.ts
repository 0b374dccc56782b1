export const FORM_EVENTS = ["form.created", "form.updated", "form.deleted"] as const;
export const SUBMISSION_EVENTS = ["form.submitted", "submission.updated"] as const;
