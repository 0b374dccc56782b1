import { CreateTopicCommand, PublishCommand, type SNSClient, SubscribeCommand } from "@aws-sdk/client-sns";
import type { SentMail } from "./ses-capture.ts";

const TOPIC = "storefront-mail-events";

/**
 * Outcomes of mails by the recipient's name at SES's mailbox simulator
 * (https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html#send-email-simulator).
 */
const SIMULATOR_OUTCOMES: Record<string, readonly Outcome[]> = {
  success: ["Delivery"],
  bounce: ["Bounce"],
  suppressionlist: ["Bounce"],
  ooto: ["Delivery"],
  complaint: ["Delivery", "Complaint"],
};
type Outcome = "Delivery" | "Bounce" | "Complaint";

/**
 * Returns a function that publishes SES's events about a mail, through an SNS topic to a worker's queue. Mail
 * bounces only at the simulator's addresses, which may have a label as in SES, such as `bounce+7@`.
 */
export async function openMailEvents(
  sns: SNSClient,
  queueArn: string,
): Promise<(mail: SentMail) => Promise<void>> {
  const { TopicArn } = await sns.send(new CreateTopicCommand({ Name: TOPIC }));
  await sns.send(
    new SubscribeCommand({
      TopicArn,
      Protocol: "sqs",
      Endpoint: queueArn,
      Attributes: { RawMessageDelivery: "true" },
    }),
  );
  return async (mail) => {
    for (const recipient of mail.recipients) {
      for (const outcome of outcomesFor(recipient)) {
        const Message = JSON.stringify(eventOf(outcome, mail, recipient));
        await sns.send(new PublishCommand({ TopicArn, Message }));
      }
    }
  };
}

function outcomesFor(recipient: string): readonly Outcome[] {
  const [, name = ""] = /^([a-z]+)(?:\+[^@]*)?@simulator\.amazonses\.com$/i.exec(recipient) ?? [];
  return SIMULATOR_OUTCOMES[name.toLowerCase()] ?? ["Delivery"];
}

function eventOf(
  eventType: Outcome,
  { messageId, tags }: SentMail,
  recipient: string,
): Record<string, unknown> {
  const timestamp = new Date().toISOString();
  const mail = {
    timestamp,
    messageId,
    destination: [recipient],
    tags: Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]])),
  };
  const details = {
    Delivery: {
      delivery: { timestamp, recipients: [recipient], smtpResponse: "250 2.6.0 Message received" },
    },
    Bounce: {
      bounce: {
        timestamp,
        bounceType: "Permanent",
        bounceSubType: "General",
        bouncedRecipients: [{ emailAddress: recipient, status: "5.1.1", diagnosticCode: "smtp; 550 5.1.1" }],
      },
    },
    Complaint: {
      complaint: {
        timestamp,
        complainedRecipients: [{ emailAddress: recipient }],
        complaintFeedbackType: "abuse",
      },
    },
  };
  return { eventType, mail, ...details[eventType] };
}
