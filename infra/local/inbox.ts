export interface Attachment {
  filename?: string | undefined;
  contentType: string;
  /** Base64. */
  content: string;
}

/** A mail as the SES emulator stores it. */
export interface ReceivedMail {
  messageId: string;
  from: string;
  replyTo: string[];
  destination: { to: string[] };
  subject: string;
  body: { text?: string; html?: string };
  attachments?: Attachment[];
  /** Unix seconds. */
  at: number;
}

/** The mails in the emulator's inbox, oldest first. `since`: leaves out mails before that Unix second. */
export async function listMails(ses: string, since = 0): Promise<ReceivedMail[]> {
  const reply = await fetch(new URL(`/store?since=${since}`, ses));
  const { emails }: { emails: ReceivedMail[] } = JSON.parse(await reply.text());
  return emails;
}

/** Subjects of the mails to an email address, oldest first. */
export async function subjectsTo(ses: string, email: string, since = 0): Promise<string[]> {
  const mails = await listMails(ses, since);
  const own = mails.filter(({ destination }) =>
    destination.to.some((to) => to.toLowerCase().includes(email.toLowerCase())),
  );
  return own.map(({ subject }) => subject);
}

/** The sign-in code at the start of a mail's subject; an order number elsewhere in it does not count. */
export function codeIn(subject: string | undefined): string | undefined {
  return /^\d{6}\b/.exec(subject ?? "")?.[0];
}
