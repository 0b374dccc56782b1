/** How a type of resource behaves at a rollback, a teardown and a new deployment. */
interface DeletionRule {
  /** Why AWS allows the deletion, as its documentation says. */
  why: string;
  /** If it has a fixed name: the property, and why the name can be used again. */
  fixedName?: { property: string; whyReusable: string };
}

const NO_DEPENDENTS = "Nothing depends on it, and it holds nothing.";
const FREE_AT_ONCE = "The name is free as soon as it is deleted.";
const fixed = (property: string, whyReusable = FREE_AT_ONCE) => ({ property, whyReusable });

/** Each type of resource in the templates. Before adding one, look up what AWS says about its deletion. */
export const DELETIONS: Readonly<Record<string, DeletionRule>> = {
  "AWS::ApiGatewayV2::Api": {
    why: "Its routes, integrations and stage go first; an API mapping is gone by then.",
    fixedName: fixed("Name", "Several APIs may have one name."),
  },
  "AWS::ApiGatewayV2::ApiMapping": { why: NO_DEPENDENTS },
  "AWS::ApiGatewayV2::DomainName": { why: "Its mapping goes first.", fixedName: fixed("DomainName") },
  "AWS::ApiGatewayV2::Integration": { why: "Its routes go first." },
  "AWS::ApiGatewayV2::Route": { why: NO_DEPENDENTS },
  "AWS::ApiGatewayV2::Stage": {
    why: NO_DEPENDENTS,
    fixedName: fixed("StageName", "A stage belongs to its API, which is new."),
  },
  "AWS::CloudFormation::Stack": { why: "Its resources are deleted by their own rules." },
  "AWS::CloudFront::CachePolicy": {
    why: "The distribution that uses it goes first.",
    fixedName: fixed("CachePolicyConfig.Name"),
  },
  "AWS::CloudFront::Distribution": { why: "CloudFormation disables it and waits before it deletes it." },
  "AWS::CloudFront::Function": { why: "The distribution that uses it goes first.", fixedName: fixed("Name") },
  "AWS::CloudFront::OriginAccessControl": {
    why: "The distribution that uses it goes first.",
    fixedName: fixed("OriginAccessControlConfig.Name"),
  },
  "AWS::CloudFront::OriginRequestPolicy": {
    why: "The distribution that uses it goes first.",
    fixedName: fixed("OriginRequestPolicyConfig.Name"),
  },
  "AWS::CloudFront::ResponseHeadersPolicy": {
    why: "The distribution that uses it goes first.",
    fixedName: fixed("ResponseHeadersPolicyConfig.Name"),
  },
  "AWS::CloudWatch::Alarm": { why: NO_DEPENDENTS, fixedName: fixed("AlarmName") },
  "AWS::CloudWatch::Dashboard": { why: NO_DEPENDENTS, fixedName: fixed("DashboardName") },
  "AWS::DynamoDB::Table": {
    why: "It is made without protection, which `Custom::Protection` puts on after all else.",
    fixedName: fixed("TableName", "CloudFormation waits until the table is gone."),
  },
  "AWS::Events::Rule": { why: "CloudFormation takes its targets away first." },
  "AWS::IAM::Role": { why: "Its policies are inline ones and AWS's own, which CloudFormation detaches." },
  "AWS::Lambda::EventInvokeConfig": { why: NO_DEPENDENTS },
  "AWS::Lambda::EventSourceMapping": { why: "CloudFormation waits until Lambda polls no more." },
  "AWS::Lambda::Function": {
    why: "It runs in no network, so there is no network interface to wait for, and at no edge.",
    fixedName: fixed("FunctionName"),
  },
  "AWS::Lambda::Permission": { why: NO_DEPENDENTS },
  "AWS::Lambda::Url": { why: NO_DEPENDENTS },
  "AWS::Logs::LogGroup": {
    why: "Its filters go first. No role of ours may make a group, so a deleted one does not come back.",
    fixedName: fixed("LogGroupName"),
  },
  "AWS::Logs::MetricFilter": { why: NO_DEPENDENTS },
  "AWS::S3::Bucket": {
    why: "S3 refuses one that is not empty: `Custom::S3AutoDeleteObjects` empties it, and originals are new and empty in a first deployment.",
  },
  "AWS::S3::BucketPolicy": { why: NO_DEPENDENTS },
  "AWS::SES::ConfigurationSet": { why: NO_DEPENDENTS, fixedName: fixed("Name") },
  "AWS::SES::ConfigurationSetEventDestination": { why: NO_DEPENDENTS },
  "AWS::SES::EmailIdentity": {
    why: NO_DEPENDENTS,
    fixedName: fixed("EmailIdentity", "AWS keeps no deleted identity; its DNS records are new ones."),
  },
  "AWS::SNS::Subscription": {
    why: "CloudFormation skips an unconfirmed one, which SNS deletes after three days.",
  },
  "AWS::SNS::Topic": { why: NO_DEPENDENTS, fixedName: fixed("TopicName") },
  "AWS::SNS::TopicPolicy": { why: NO_DEPENDENTS },
  "AWS::SQS::Queue": {
    why: "SQS deletes a queue with what is in it.",
    fixedName: fixed("QueueName", "A minute later: the guide says to wait that long."),
  },
  "AWS::SQS::QueuePolicy": { why: NO_DEPENDENTS },
  "AWS::SecretsManager::Secret": {
    why: "CloudFormation deletes it without a time for recovery.",
    fixedName: fixed("Name"),
  },
  "Custom::Console": { why: "Its function answers a deletion at once." },
  "Custom::Protection": {
    why: "Its function answers a deletion. In a rollback it first turns the protection off.",
  },
  "Custom::S3AutoDeleteObjects": {
    why: "Its function first denies further writes. If it does not end in 15 minutes, it runs again and continues.",
  },
};
