import { expect, test } from "vitest";
import { newPublicationAttempt } from "#lib/engagement/social/attempt-record.ts";
import { newPublication } from "#lib/engagement/social/draft.ts";
import { creationOutcome, publicationLife } from "#lib/engagement/social/lifecycle.ts";
import { PublicationStatus } from "#lib/engagement/social/schema.ts";
import { wrongTransitions } from "#test/support/lifecycles.ts";
import { testContext } from "#test/support/world.ts";

const NOW = 1_790_000_000;
const account = { id: "social_1", store_id: "store_1", provider_type: "sandbox" } as const;
const draft = newPublication(testContext({ now: () => NOW }), account, {
  content: { text: "Guji is back." },
});
const running = newPublicationAttempt(draft, NOW);
const posted = {
  sequence: 1,
  type: "post",
  irreversible: true,
  status: "requested" as const,
  called: true,
  tries: 1,
  first_at: NOW,
  intent_at: NOW,
  lease_until: null,
  handle: null,
  secret: false,
  shown: null,
  provider_code: null,
  provider_status: null,
  updated_at: NOW,
};

test("every transition of a publication has the outcome that its table declares", () => {
  const snapshots = (state: string) => {
    const status = PublicationStatus.parse(state);
    const of = (moment: number | null) => ({ ...draft, status, scheduled_at: moment });
    return [
      { publication: of(NOW + 60), attempt: running },
      { publication: of(NOW), account: { status: "connected" }, attempt: { ...running, steps: [posted] } },
      { publication: of(NOW), account: { status: "reconnect_required" } },
      { publication: of(NOW) },
    ];
  };
  const asked = [true, false].flatMap((isNotPosted) => [
    { type: "scheduled" as const, moment: NOW + 60, isNotPosted, now: NOW },
    { type: "publishing requested" as const, isNotPosted, now: NOW },
  ]);
  const wrong = wrongTransitions(publicationLife, {
    snapshots,
    events: [
      { type: "changed", moment: undefined, now: NOW },
      { type: "changed", moment: null, now: NOW },
      { type: "changed", moment: NOW + 60, now: NOW },
      ...asked,
      { type: "cancelled", now: NOW },
      { type: "deleted", now: NOW },
      { type: "became due", now: NOW },
      { type: "account deleted", now: NOW },
      { type: "posted", now: NOW },
      { type: "failed", code: "rejected", message: "No.", now: NOW },
      { type: "outcome unknown", code: "timeout", message: "No answer.", now: NOW },
    ],
  });
  expect(wrong).toEqual([]);
});

test("a new publication starts in an initial state of its lifecycle", () => {
  const begun = [
    { moment: null, publish: false },
    { moment: NOW + 60, publish: false },
    { moment: NOW, publish: false },
    { moment: null, publish: true },
  ].map((how) => creationOutcome(draft, { ...how, now: NOW }).record.status);
  expect(begun).toEqual(["draft", "scheduled", "publishing", "publishing"]);
  expect(new Set(begun)).toEqual(new Set(publicationLife.initial));
});

test("a change of status without a transition is not written", () => {
  const published = { ...draft, status: "published" as const };
  expect(() => publicationLife.checkTransition(published, draft)).toThrow("cannot become draft");
  expect(() => publicationLife.checkTransition(undefined, published)).toThrow(
    "that is new cannot become published",
  );
});
