import type { Letter } from "#core/mail/template.ts";

const IGNORE = "If this was not you, ignore this mail: nothing happens without the link.";

export function confirmLetter(url: string): Letter {
  return {
    subject: "Confirm your address",
    title: "Confirm your address",
    paragraphs: ["Somebody registered with this address. If it was you, confirm it within the next hour."],
    action: { label: "Confirm my address", url },
    footer: IGNORE,
  };
}

export function resetLetter(url: string): Letter {
  return {
    subject: "Choose a new password",
    title: "Choose a new password",
    paragraphs: ["Follow the link within the next hour. All your sessions end when the password changes."],
    action: { label: "Choose a password", url },
    footer: IGNORE,
  };
}

export function passwordChangedLetter(): Letter {
  return {
    subject: "Your password was changed",
    title: "Your password was changed",
    paragraphs: [
      "The password of your account was changed a moment ago, and your other sessions have ended.",
      "If it was not you, ask for a new password at once: your address is what opens your account.",
    ],
  };
}

export function sessionEndedLetter(userAgent: string): Letter {
  return {
    subject: "One of your sessions was ended",
    title: "We ended one of your sessions",
    paragraphs: [
      "A refresh token that had been exchanged before was used again. Somebody may have copied it, so the session ended.",
      "Sign in again. If you notice anything that you did not do, end your other sessions and renew your API tokens.",
    ],
    ...(userAgent ? { rows: [{ label: "Session of", value: userAgent }] } : {}),
  };
}

export function invitationLetter(business: string, role: string, url: string): Letter {
  return {
    subject: `Join ${business}`,
    title: `You are invited to ${business}`,
    paragraphs: [`You have been invited as ${role}. The invitation is good for seven days.`],
    action: { label: "Answer the invitation", url },
    footer: "If you do not know what this is about, ignore this mail.",
  };
}
