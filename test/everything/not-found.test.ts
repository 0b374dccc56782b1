import { expect, test } from "vitest";
import { reservationPages } from "#functions/booking/reservations/routes.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { refused } from "#test/support/client.ts";
import { openStore } from "#test/support/world.ts";

const NO_FORM = "form_01j9z3k4m5n6p7q8r9s0t1v2w3";

test("what a path names and is not there is named in the answer, and a link's secret never", async () => {
  const { id: storeId, owner: as } = await openStore();
  const params = { storeId, formId: NO_FORM };
  const form = await refused(forms.getForm, { params, as });
  expect(form.body.message).toBe(`Form ${NO_FORM} was not found in this store.`);
  const key = await refused(forms.getForm, { params: { storeId, formId: "_" }, query: { key: "faq" } });
  expect(key.body.message).toBe("Form with the key faq was not found in this store.");
  const bare = await refused(forms.getForm, { params: { storeId, formId: "_" } });
  expect(bare.body.message).toBe("Send ?key=… with _, or the id of the form in its place.");
  const sent = await refused(forms.submitForm, { params, body: { form_id: NO_FORM, fields: [] } });
  expect(sent.body.message).toBe(`Form ${NO_FORM} was not found in this store.`);
  const elsewhere = await refused(forms.listForms, { params: { storeId: "store_elsewhere" } });
  expect(elsewhere.body.message).toBe("Store store_elsewhere was not found.");
  const submissionId = "sub_01j9z3k4m5n6p7q8r9s0t1v2w3";
  const submission = await refused(forms.getSubmission, { params: { ...params, submissionId }, as });
  expect(submission.body.message).toBe(`Submission ${submissionId} was not found in form ${NO_FORM}.`);
  const reservationToken = "a-secret-of-a-link";
  const page = await refused(reservationPages.showReservationPage, { params: { reservationToken } });
  expect(JSON.stringify(page.body)).not.toContain(reservationToken);
});

test("a refused credential is told by what was sent: none, one that is not good, or one of another kind", async () => {
  const { id: storeId, owner } = await openStore();
  const body = { key: "press" };
  const none = await refused(forms.createForm, { params: { storeId }, body });
  expect(none.body.message).toMatch(/^No credential was sent. Sign in/);
  const bad = await refused(forms.createForm, {
    params: { storeId },
    body,
    headers: { authorization: "Bearer x" },
  });
  expect(bad.body.message).toMatch(/^The credential is unknown, expired or revoked. Sign in/);
  const visitor = await refused(storefrontAccount.getCurrentContact, { params: { storeId }, as: owner });
  expect(visitor.body.message).toMatch(/^This credential does not fit here. Ask for a contact session/);
});
