import type { Email } from "#core/mail/template.ts";
import type { Language } from "#core/texts/language.ts";
import { peopleTexts } from "./texts.ts";

export function confirmationEmail(language: Language, url: string): Email {
  return linkEmail(language, "confirm", url);
}

export function passwordResetEmail(language: Language, url: string): Email {
  return linkEmail(language, "reset", url);
}

function linkEmail(language: Language, purpose: "confirm" | "reset", url: string): Email {
  const { [purpose]: texts, ignoreLink } = peopleTexts(language);
  const { title, text, action } = texts;
  return {
    language,
    subject: title,
    title,
    paragraphs: [text],
    action: { label: action, url },
    footer: ignoreLink,
  };
}

export function passwordChangedEmail(language: Language): Email {
  const { title, text, warning } = peopleTexts(language).changed;
  return { language, subject: title, title, paragraphs: [text, warning] };
}

export function sessionEndedEmail(language: Language, userAgent: string): Email {
  const { subject, title, text, advice, session } = peopleTexts(language).reused;
  return {
    language,
    subject,
    title,
    paragraphs: [text, advice],
    ...(userAgent ? { rows: [{ label: session, value: userAgent }] } : {}),
  };
}

export function invitationEmail(language: Language, business: string, role: string, url: string): Email {
  const { invitation, ignore } = peopleTexts(language);
  return {
    language,
    subject: invitation.subject(business),
    title: invitation.title(business),
    paragraphs: [invitation.text(role)],
    action: { label: invitation.action, url },
    footer: ignore,
  };
}

/** @param store name of the store for which the code signs in; without one, it signs in to the whole account */
export function signInEmail(language: Language, code: string, store?: string): Email {
  const { code: texts, ignoreCode } = peopleTexts(language);
  const opens = store === undefined ? texts.everything : texts.at(store || texts.oneStore);
  return {
    language,
    subject: texts.subject(code),
    title: texts.title,
    paragraphs: [texts.text(opens), store === undefined ? texts.warnEverywhere : texts.warnStore],
    code,
    footer: ignoreCode,
  };
}

/** @param store its name, empty when it has none */
export function contactCodeEmail(language: Language, code: string, store: string): Email {
  const { subject, title, text, theStore, ignore } = peopleTexts(language).contact;
  return {
    language,
    subject: subject(code),
    title,
    paragraphs: [text(store || theStore)],
    code,
    footer: ignore,
  };
}
