// Forms of a store, and what visitors submit to them.

import { GENERAL } from "#core/errors.ts";
import { Event } from "#core/events.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { SendTenantEmail } from "#core/mail/messages.ts";
import { workers } from "#core/queue/contract.ts";
import { KeyQuery } from "#core/records/schema.ts";
import { FORM } from "#lib/content/forms/errors.ts";
import {
  CreateForm,
  FormPage,
  FormQuery,
  FormView,
  SubmissionPage,
  SubmissionQuery,
  SubmissionView,
  SubmitForm,
  UpdateForm,
  UpdateSubmission,
} from "#lib/content/forms/schema.ts";

const submitOptions = {
  body: SubmitForm,
  // Bytes. A record may have 400 KB, and JSON may escape a letter as six.
  maxBody: 1024 * 1024,
  returns: SubmissionView,
  status: 201,
  errors: [FORM.ARCHIVED, GENERAL.NOT_FOUND, GENERAL.TOO_MANY_REQUESTS],
  emits: ["form.submitted"],
} as const;

export const forms = routes("content/forms", "/v1/stores/{storeId}/forms", {
  createForm: post("", {
    summary: "Create a form",
    needs: "WRITE",
    body: CreateForm,
    returns: FormView,
    status: 201,
    errors: [FORM.KEY_TAKEN],
    emits: ["form.created"],
  }),
  listForms: get("", {
    summary: "Forms of a store",
    needs: "public",
    also: ["/v1/storefront/{storeId}/forms"],
    query: FormQuery,
    returns: FormPage,
  }),
  getForm: get("/{formId}", {
    summary: "One form, by id or by key",
    needs: "public",
    also: ["/v1/storefront/{storeId}/forms/{formId}"],
    query: KeyQuery,
    returns: FormView,
  }),
  updateForm: put("/{formId}", {
    summary: "Change a form's key, schema or status",
    needs: "WRITE",
    body: UpdateForm,
    returns: FormView,
    errors: [FORM.KEY_TAKEN],
    emits: ["form.updated"],
  }),
  deleteForm: del("/{formId}", {
    summary: "Delete a form and its submissions",
    needs: "WRITE",
    returns: Deleted,
    emits: ["form.deleted"],
  }),
  submitForm: post("/{formId}/submissions", {
    ...submitOptions,
    summary: "Submit a form",
    description: "Open to everybody. Each network can send a limited number of submissions.",
    needs: "none",
  }),
  listSubmissions: get("/{formId}/submissions", {
    summary: "Submissions of a form",
    needs: "ADMIN",
    query: SubmissionQuery,
    returns: SubmissionPage,
  }),
  getSubmission: get("/{formId}/submissions/{submissionId}", {
    summary: "One submission",
    needs: "ADMIN",
    returns: SubmissionView,
  }),
  updateSubmission: put("/{formId}/submissions/{submissionId}", {
    summary: "Correct the values of a submission",
    needs: "ADMIN",
    body: UpdateSubmission,
    returns: SubmissionView,
    emits: ["submission.updated"],
  }),
});

export const storefrontForms = routes("content/forms", "/v1/storefront/forms", {
  submitFormAsVisitor: post("/{formId}/submissions", {
    ...submitOptions,
    summary: "Submit a form as a visitor",
    needs: "visitor",
  }),
});

export const formWorkers = workers("content/forms", {
  notifySubmission: {
    summary: "Mails a submission to the store's support address",
    trigger: { kind: "queue", message: Event },
    on: ["form.submitted"],
    uses: ["table:read", "queue:send", "secrets"],
    sends: [SendTenantEmail],
  },
});
