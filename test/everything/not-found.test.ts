import { expect, test } from "vitest";
import { defineErrors, noSuch } from "#core/errors.ts";
import { slotsOf } from "#core/http/contract.ts";
import { nameMissingRecord } from "#core/http/not-found.ts";
import { reservationPages } from "#functions/booking/reservations/routes.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { operations } from "#functions/manifest.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { refused } from "#test/support/client.ts";
import { openStore } from "#test/support/world.ts";

const UNKNOWN_FORM_ID = "form_01j9z3k4m5n6p7q8r9s0t1v2w3";

test("a missing record is named in the answer, and a link's secret never", async () => {
  const { id: storeId, owner: as } = await openStore();
  const params = { storeId, formId: UNKNOWN_FORM_ID };
  const form = await refused(forms.getForm, { params, as });
  expect(form.body.message).toBe(`Form ${UNKNOWN_FORM_ID} was not found in this store.`);
  const key = await refused(forms.getForm, { params: { storeId, formId: "_" }, query: { key: "faq" } });
  expect(key.body.message).toBe("Form with the key faq was not found in this store.");
  const bare = await refused(forms.getForm, { params: { storeId, formId: "_" } });
  expect(bare.body.message).toBe("Send ?key=… with _, or the id of the form in its place.");
  const sent = await refused(forms.submitForm, { params, body: { form_id: UNKNOWN_FORM_ID, fields: [] } });
  expect(sent.body.message).toBe(`Form ${UNKNOWN_FORM_ID} was not found in this store.`);
  const elsewhere = await refused(forms.listForms, { params: { storeId: "store_elsewhere" } });
  expect(elsewhere.body.message).toBe("Store store_elsewhere was not found.");
  const submissionId = "sub_01j9z3k4m5n6p7q8r9s0t1v2w3";
  const submission = await refused(forms.getSubmission, { params: { ...params, submissionId }, as });
  expect(submission.body.message).toBe(
    `Submission ${submissionId} was not found in form ${UNKNOWN_FORM_ID}.`,
  );
  const reservationToken = "a-secret-of-a-link";
  const page = await refused(reservationPages.showReservationPage, { params: { reservationToken } });
  expect(JSON.stringify(page.body)).not.toContain(reservationToken);
});

test("the error of a credential tells whether it was missing, invalid or of a wrong kind", async () => {
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

test("an error names the missing kind that its declaration has", () => {
  const THING = defineErrors("THING", {
    NOT_FOUND: noSuch(400, "form"),
    LIKE_IT: [400, "There is no such form."],
  });
  const say = (error: Error) =>
    nameMissingRecord(error, "/v1/stores/{storeId}/forms/{formId}", { storeId: "s", formId: "form_1" });
  expect(say(THING.NOT_FOUND())).toMatchObject({ message: "Form form_1 was not found in this store." });
  expect(say(THING.LIKE_IT())).toMatchObject({ message: "There is no such form." });
});

test("every operation with a link's secret in its path hides it in errors", () => {
  const secret = operations.filter(({ path }) => slotsOf(path).some((slot) => slot.endsWith("Token")));
  expect(secret.length).toBeGreaterThan(0);
  expect(secret.filter(({ unnamed }) => !unnamed).map(({ id }) => id)).toEqual([]);
});
