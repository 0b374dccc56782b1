import type { Letter } from "#core/mail/template.ts";

/** Tells the owner that a plan could not be charged. */
export function unpaidLetter(business: string, plan: string): Letter {
  return {
    subject: `The plan of ${business} could not be charged`,
    title: "Your card was declined",
    paragraphs: [
      `We could not charge the plan ${plan} of ${business}.`,
      "Everything keeps working for 14 days. After that the limits of the free plan hold; nothing is deleted.",
      "Put another card into the billing portal to keep the plan.",
    ],
  };
}
