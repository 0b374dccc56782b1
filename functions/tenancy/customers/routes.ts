// Customers of a store, as staff work with them.

import { GENERAL } from "#core/errors.ts";
import { Event } from "#core/events.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { workers } from "#core/queue/contract.ts";
import { CustomerTimeline, TimelineQuery } from "#lib/system/customers/timeline-schema.ts";
import {
  AddNote,
  ConsentInput,
  CreateCustomer,
  CustomerPage,
  CustomerQuery,
  CustomersTagged,
  CustomerView,
  TagCustomers,
  UpdateCustomer,
} from "#lib/tenancy/visitors/customer-schema.ts";
import { CONTACT } from "#lib/tenancy/visitors/errors.ts";
import { CustomersMerged, MergeCustomers } from "#lib/tenancy/visitors/merge-schema.ts";
import { ForgetFiled, MoveJoined, NoteTotals } from "#lib/tenancy/visitors/messages.ts";

const changeOptions = {
  needs: "WRITE",
  returns: CustomerView,
  errors: [GENERAL.NOT_FOUND, CONTACT.MERGED],
  emits: ["contact.updated"],
  strict: true,
  extension: true,
} as const;

export const customers = routes("tenancy/customers", "/v1/stores/{storeId}/contacts", {
  listCustomers: get("", {
    summary: "Customers of a store",
    description:
      "A customer has proved an address, has ordered or booked, or is noted by staff. Visitors who only look are not listed.",
    needs: "READ",
    query: CustomerQuery,
    returns: CustomerPage,
    // The first read starts to build the rows of a store that is older than this list.
    uses: ["table:write", "secrets"],
    strict: true,
    extension: true,
  }),
  createCustomer: post("", {
    ...changeOptions,
    summary: "Note a customer",
    description:
      "The address is not proven by it. It is a 409 with the id in `reason` if somebody has it already.",
    body: CreateCustomer,
    status: 201,
    errors: [CONTACT.EMAIL_TAKEN],
    emits: ["contact.created"],
  }),
  tagCustomers: post("/bulk", {
    ...changeOptions,
    summary: "Tag several customers, or take tags off",
    body: TagCustomers,
    returns: CustomersTagged,
    errors: [],
  }),
  getCustomer: get("/{contactId}", {
    summary: "One contact; what was joined into another one answers that one",
    needs: "READ",
    returns: CustomerView,
    errors: [GENERAL.NOT_FOUND],
    strict: true,
    extension: true,
    uses: ["table:read", "secrets"],
  }),
  updateCustomer: put("/{contactId}", {
    ...changeOptions,
    summary: "Change a customer",
    description:
      "`null` clears a field, and a list replaces the one before. An unproven address can be changed. The answer is then the card of the new address, which has another id.",
    body: UpdateCustomer,
    errors: [GENERAL.NOT_FOUND, CONTACT.MERGED, CONTACT.EMAIL_TAKEN],
    emits: ["contact.updated", "contact.created", "contact.merged"],
    uses: ["table:write", "secrets"],
  }),
  mergeCustomers: post("/{contactId}/merge", {
    summary: "Join another customer into this one",
    description:
      "The one of the path stays, and `from` goes. With `dry_run` nothing changes, and the answer says how much would move. A guest card gives no access, so its orders are this customer's for staff alone. If `from` has visits of its own, its person sees all of this customer from then on. So it needs `open_access`. It cannot be undone.",
    needs: "ADMIN",
    body: MergeCustomers,
    returns: CustomersMerged,
    errors: [GENERAL.NOT_FOUND, CONTACT.MERGED, CONTACT.MERGE_OPENS_ACCESS],
    emits: ["contact.updated", "contact.merged"],
    strict: true,
    extension: true,
  }),
  getCustomerTimeline: get("/{contactId}/timeline", {
    summary: "What happened between the store and a customer, newest first",
    needs: "READ",
    query: TimelineQuery,
    returns: CustomerTimeline,
    errors: [GENERAL.NOT_FOUND, CONTACT.MERGED],
    strict: true,
    extension: true,
  }),
  addCustomerNote: post("/{contactId}/notes", {
    ...changeOptions,
    summary: "Write a note about a customer",
    body: AddNote,
    status: 201,
  }),
  deleteCustomerNote: del("/{contactId}/notes/{noteId}", {
    ...changeOptions,
    summary: "Delete a note: your own, or with ADMIN any",
    returns: Deleted,
    uses: ["table:write", "secrets"],
  }),
  addCustomerConsent: post("/{contactId}/consents", {
    ...changeOptions,
    summary: "Note what a customer agreed to, or took back",
    description: "Granting needs `at`, `how` and `text`. It subscribes to no newsletter.",
    body: ConsentInput,
    status: 201,
  }),
});

export const customerWorkers = workers("tenancy/customers", {
  moveJoined: {
    summary: "Moves the records of a merged customer or visitor to the customer that remains",
    trigger: { kind: "queue", message: MoveJoined, batchSize: 1 },
    emits: ["cart.updated"],
    timeout: 60,
  },
  forgetFiled: {
    summary: "Deletes what deleted contacts sent, and removes their personal data from orders and bookings",
    trigger: { kind: "queue", message: ForgetFiled, batchSize: 1 },
    on: ["contact.deleted"],
    emits: ["order.updated", "reservation.updated", "subscriber.deleted", "contact.deleted"],
    uses: ["table:write", "media:write"],
    timeout: 60,
  },
  noteTotals: {
    summary: "Stores the totals of customers, by which lists are sorted",
    trigger: { kind: "queue", message: NoteTotals },
    uses: ["table:write"],
  },
  indexOrder: {
    summary: "Creates the customers of new orders, and updates known ones",
    trigger: { kind: "queue", message: Event },
    on: ["order.created"],
    emits: ["contact.created"],
    uses: ["table:write", "secrets"],
  },
  indexReservation: {
    summary: "Creates the customers of new bookings, and updates known ones",
    trigger: { kind: "queue", message: Event },
    on: ["reservation.created"],
    emits: ["contact.created"],
    uses: ["table:write", "secrets"],
  },
});
