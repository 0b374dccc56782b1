import { catalogue } from "#core/texts/catalogue.ts";

/** Texts of the mail that tells a store of a submission. */
export const formTexts = catalogue(
  "forms",
  {
    subject: (form: string) => `New submission: ${form}`,
    title: (form: string) => `Somebody filled in “${form}”`,
    text: (business: string) => `It was sent to ${business} just now.`,
    submission: (id: string) => `Submission ${id}`,
  },
  {
    de: {
      subject: (form) => `Neue Einsendung: ${form}`,
      title: (form) => `Jemand hat „${form}“ ausgefüllt`,
      text: (business) => `Die Einsendung ging gerade bei ${business} ein.`,
      submission: (id) => `Einsendung ${id}`,
    },
  },
);
