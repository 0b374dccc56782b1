// Which plan a business pays for.

import * as z from "zod";
import { GENERAL } from "#core/errors.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { queryBoolean } from "#core/http/page.ts";
import { workers } from "#core/queue/contract.ts";
import { PROVIDER_ERROR } from "#lib/money/payments/errors.ts";
import { SUBSCRIPTION } from "#lib/money/subscriptions/errors.ts";
import { SUBSCRIPTION_EVENTS } from "#lib/money/subscriptions/events.ts";
import { SettleBilling } from "#lib/money/subscriptions/messages.ts";
import {
  BillingPortal,
  OpenBillingPortal,
  PlanCheckout,
  SubscribeToPlan,
  Subscription,
} from "#lib/money/subscriptions/schema.ts";
import { PlanView } from "#lib/tenancy/plans/schema.ts";
import { BUSINESS } from "#lib/tenancy/tenants/errors.ts";

const NOT_FOUND = BUSINESS.NOT_FOUND;
const { PLAN_UNKNOWN, PLAN_SAME, PLAN_UNPAID, PLAN_PRICE, NO_SUBSCRIPTION, NO_BILLING } = SUBSCRIPTION;

const billingOptions = { uses: ["table:write", "secrets", "billing"], timeout: 20 } as const;
const BILLING_ERRORS = [NO_BILLING, PROVIDER_ERROR];

const planOptions = {
  description:
    "`url`, also as `checkoutUrl`, is the payment page, or null if none is needed. A more expensive plan applies at once. A cheaper one applies after the current period. The free plan ends the subscription.",
  needs: "OWNER",
  body: SubscribeToPlan,
  returns: PlanCheckout,
  status: 200,
  errors: [NOT_FOUND, PLAN_UNKNOWN, PLAN_SAME, PLAN_UNPAID, PLAN_PRICE, ...BILLING_ERRORS],
  emits: ["subscription.created", "subscription.updated"],
  ...billingOptions,
} as const;

export const plans = routes("money/subscriptions", "/v1/businesses", "business", {
  listPlans: get("/plans", {
    summary: "The plans of the platform",
    needs: "person",
    returns: z.array(PlanView),
    storeSession: true,
  }),
  showBilling: get("/billing/sandbox/{billingId}", {
    summary: "The sandbox's page of a subscription",
    description: "It is there only where the sandbox is on.",
    needs: "none",
    returns: "html",
    errors: [GENERAL.NOT_FOUND],
    onlyIf: "SANDBOX_PAYMENTS",
    extension: true,
    uses: ["table:read", "secrets"],
  }),
  actOnBilling: post("/billing/sandbox/{billingId}", {
    summary: "Pay a plan in the sandbox, end its period, let its card fail or work again",
    description: "It is there only where the sandbox is on.",
    needs: "none",
    bodyKind: "raw",
    returns: "html",
    errors: [GENERAL.NOT_FOUND],
    emits: SUBSCRIPTION_EVENTS,
    uses: billingOptions.uses,
    onlyIf: "SANDBOX_PAYMENTS",
    extension: true,
  }),
});

export const subscriptions = routes("money/subscriptions", "/v1/businesses/{businessId}", "business", {
  showSubscription: get("/subscription", {
    summary: "The plan of a business, and what it uses of it",
    needs: "ADMIN",
    returns: Subscription,
    errors: [NOT_FOUND, PROVIDER_ERROR],
    emits: ["subscription.created"],
    ...billingOptions,
  }),
  subscribeToPlan: post("/subscribe", { summary: "Choose a plan", ...planOptions }),
  subscribeToPlanByPut: put("/subscribe", {
    summary: "Choose a plan",
    ...planOptions,
    handledBy: "subscribeToPlan",
    extension: true,
  }),
  subscribeToPlanByAlias: put("/subscription", {
    summary: "Change the plan",
    ...planOptions,
    handledBy: "subscribeToPlan",
  }),
  cancelSubscription: del("/subscription", {
    summary: "End the subscription, at the end of its period or immediately",
    needs: "OWNER",
    query: z.object({ immediately: queryBoolean.optional() }),
    returns: Subscription,
    errors: [NOT_FOUND, NO_SUBSCRIPTION, ...BILLING_ERRORS],
    emits: SUBSCRIPTION_EVENTS,
    ...billingOptions,
  }),
  reactivateSubscription: post("/subscription/reactivate", {
    summary: "Keep a subscription that would end or become cheaper with its period",
    needs: "OWNER",
    returns: Subscription,
    status: 200,
    errors: [NOT_FOUND, NO_SUBSCRIPTION, ...BILLING_ERRORS],
    emits: ["subscription.created", "subscription.updated"],
    ...billingOptions,
  }),
  openPortal: post("/subscription/portal", {
    summary: "Open the billing portal, with the card and the invoices",
    needs: "OWNER",
    body: OpenBillingPortal,
    returns: BillingPortal,
    status: 200,
    errors: [NOT_FOUND, NO_SUBSCRIPTION, ...BILLING_ERRORS],
    emits: ["subscription.created"],
    ...billingOptions,
  }),
});

export const subscriptionWorkers = workers("money/subscriptions", {
  settleBilling: {
    summary: "Updates subscriptions to their state at the billing provider",
    trigger: { kind: "queue", message: SettleBilling },
    emits: SUBSCRIPTION_EVENTS,
    timeout: 30,
    uses: billingOptions.uses,
  },
  processDueBilling: {
    summary: "Renews or ends the sandbox's subscriptions at the end of their periods",
    trigger: { kind: "due", of: [{ kind: "sandbox_billing", index: "SANDBOX_BILLING#{id%8}" }] },
    onlyIf: "SANDBOX_PAYMENTS",
    emits: ["subscription.updated", "subscription.deleted"],
    uses: billingOptions.uses,
  },
});
