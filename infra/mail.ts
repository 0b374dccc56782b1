import { CfnOutput, Duration, Stack } from "aws-cdk-lib";
import * as iam from "aws-cdk-lib/aws-iam";
import * as ses from "aws-cdk-lib/aws-ses";
import * as sns from "aws-cdk-lib/aws-sns";
import { SqsSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { mailDomain, parseMailbox } from "#core/mail/address.ts";
import { MAX_DELIVERIES } from "#core/queue/contract.ts";
import { type Config, physicalName } from "./config.ts";
import { identityArn } from "./permissions.ts";
import type { WorkQueue } from "./queues.ts";

export const MAIL_EVENTS_WORKER = "recordMailEvents";

// SES adds its own tracking pixel to every mail; newsletters have one too. Whichever loads first counts as
// the open: see `recordOpen`.
const SES_EVENTS = [
  ses.EmailSendingEvent.DELIVERY,
  ses.EmailSendingEvent.BOUNCE,
  ses.EmailSendingEvent.COMPLAINT,
  ses.EmailSendingEvent.OPEN,
  ses.EmailSendingEvent.REJECT,
  ses.EmailSendingEvent.RENDERING_FAILURE,
  ses.EmailSendingEvent.DELIVERY_DELAY,
];

/** SES, and the topic and queue that bring its events about mails. */
export class Mail extends Construct {
  readonly configurationSet: string;
  /** ARNs that a role needs for sending. */
  readonly arns: string[];
  /** The queue that stores SES's events if no worker reads them. */
  readonly fallback?: WorkQueue;

  constructor(scope: Construct, id: string, config: Config, worker?: WorkQueue) {
    super(scope, id);
    this.configurationSet = physicalName(config, "mail");
    const set = new ses.ConfigurationSet(this, "ConfigurationSet", {
      configurationSetName: this.configurationSet,
      reputationMetrics: true,
      suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
      tlsPolicy: ses.ConfigurationSetTlsPolicy.REQUIRE,
    });
    const topic = this.eventTopic(config);
    set.addEventDestination("Events", {
      destination: ses.EventDestination.snsTopic(topic),
      events: SES_EVENTS,
    });
    this.fallback = worker ? undefined : this.fallbackQueue(config);
    const queue = worker?.queue ?? this.fallback?.queue;
    if (queue) topic.addSubscription(new SqsSubscription(queue, { rawMessageDelivery: true }));
    this.arns = this.senderArns(config);
  }

  private eventTopic(config: Config): sns.Topic {
    const topic = new sns.Topic(this, "Events", {
      topicName: physicalName(config, "mail-events"),
      enforceSSL: true,
    });
    topic.addToResourcePolicy(
      new iam.PolicyStatement({
        actions: ["sns:Publish"],
        principals: [new iam.ServicePrincipal("ses.amazonaws.com")],
        resources: [topic.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
      }),
    );
    return topic;
  }

  private fallbackQueue(config: Config): WorkQueue {
    const options = {
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    };
    const deadLetters = new sqs.Queue(this, "DeadLetters", {
      ...options,
      queueName: physicalName(config, "mail-events-dlq"),
    });
    const queue = new sqs.Queue(this, "Queue", {
      ...options,
      queueName: physicalName(config, "mail-events"),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: MAX_DELIVERIES },
    });
    return { queue, deadLetters };
  }

  private senderArns({ mail }: Config): string[] {
    if (mail.identity) {
      const isAddress = mail.identity.includes("@");
      const identity = isAddress
        ? ses.Identity.email(parseMailbox(mail.identity))
        : ses.Identity.domain(mailDomain(mail.identity) ?? mail.identity);
      const emailIdentity = new ses.EmailIdentity(this, "Identity", { identity });
      if (!isAddress) this.outputDnsRecords(emailIdentity);
    }
    const stack = Stack.of(this);
    const set = stack.formatArn({
      service: "ses",
      resource: "configuration-set",
      resourceName: this.configurationSet,
    });
    // SES's sandbox checks the recipient's identity too, so all identities are allowed, with one sender only.
    return [identityArn(stack, "*"), set];
  }

  /** Outputs the DNS records that prove to SES who owns the domain. */
  private outputDnsRecords({ dkimRecords }: ses.EmailIdentity): void {
    for (const [index, { name, value }] of dkimRecords.entries()) {
      const output = { value: `${name} CNAME ${value}`, description: "DNS record of the mail domain" };
      new CfnOutput(this, `Dkim${index + 1}`, output).overrideLogicalId(`MailRecord${index + 1}`);
    }
  }
}
