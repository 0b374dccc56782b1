/** How a type of resource behaves at a rollback, a teardown and a new deployment. */
interface DeletionRule {
  /** Why AWS does not refuse the deletion, by its documentation. */
  goes: string;
  /** If it has a fixed name: the property, and why the name can be used again. */
  named?: { by: string; again: string };
}

const FREE_AT_ONCE = "The name is free as soon as it is deleted.";
const NO_DEPENDENTS = "Nothing depends on it, and it holds nothing.";

/**
 * Every type of resource in the templates. Before adding one, look up what AWS documents about its deletion.
 */
export const DELETIONS: Readonly<Record<string, DeletionRule>> = {
  "AWS::ApiGatewayV2::Api": {
    goes: "Its routes, integrations and stage go first; an API mapping is gone by then.",
    named: { by: "Name", again: "Names of APIs need not differ." },
  },
  "AWS::ApiGatewayV2::ApiMapping": { goes: NO_DEPENDENTS },
  "AWS::ApiGatewayV2::DomainName": {
    goes: "Its mapping goes first.",
    named: { by: "DomainName", again: FREE_AT_ONCE },
  },
  "AWS::ApiGatewayV2::Integration": { goes: "Its routes go first." },
  "AWS::ApiGatewayV2::Route": { goes: NO_DEPENDENTS },
  "AWS::ApiGatewayV2::Stage": {
    goes: NO_DEPENDENTS,
    named: { by: "StageName", again: "A stage is one of its API, which is new." },
  },
  "AWS::CloudFormation::Stack": { goes: "As what is in it." },
  "AWS::CloudFront::CachePolicy": {
    goes: "The distribution that uses it goes first.",
    named: { by: "CachePolicyConfig.Name", again: FREE_AT_ONCE },
  },
  "AWS::CloudFront::Distribution": { goes: "CloudFormation disables it and waits before it deletes it." },
  "AWS::CloudFront::Function": {
    goes: "The distribution that uses it goes first.",
    named: { by: "Name", again: FREE_AT_ONCE },
  },
  "AWS::CloudFront::OriginAccessControl": {
    goes: "The distribution that uses it goes first.",
    named: { by: "OriginAccessControlConfig.Name", again: FREE_AT_ONCE },
  },
  "AWS::CloudFront::OriginRequestPolicy": {
    goes: "The distribution that uses it goes first.",
    named: { by: "OriginRequestPolicyConfig.Name", again: FREE_AT_ONCE },
  },
  "AWS::CloudFront::ResponseHeadersPolicy": {
    goes: "The distribution that uses it goes first.",
    named: { by: "ResponseHeadersPolicyConfig.Name", again: FREE_AT_ONCE },
  },
  "AWS::CloudWatch::Alarm": { goes: NO_DEPENDENTS, named: { by: "AlarmName", again: FREE_AT_ONCE } },
  "AWS::CloudWatch::Dashboard": { goes: NO_DEPENDENTS, named: { by: "DashboardName", again: FREE_AT_ONCE } },
  "AWS::DynamoDB::Table": {
    goes: "It is made without protection, which `Custom::Protection` puts on after all else.",
    named: { by: "TableName", again: "CloudFormation waits until the table is gone." },
  },
  "AWS::Events::Rule": { goes: "CloudFormation takes its targets away first." },
  "AWS::IAM::Role": { goes: "Its policies are inline ones and AWS's own, which CloudFormation detaches." },
  "AWS::Lambda::EventInvokeConfig": { goes: NO_DEPENDENTS },
  "AWS::Lambda::EventSourceMapping": { goes: "CloudFormation waits until Lambda polls no more." },
  "AWS::Lambda::Function": {
    goes: "It runs in no network, so there is no network interface to wait for, and at no edge.",
    named: { by: "FunctionName", again: FREE_AT_ONCE },
  },
  "AWS::Lambda::Permission": { goes: NO_DEPENDENTS },
  "AWS::Lambda::Url": { goes: NO_DEPENDENTS },
  "AWS::Logs::LogGroup": {
    goes: "Its filters go first. No role of ours may make a group, so none is there again after it was deleted.",
    named: { by: "LogGroupName", again: FREE_AT_ONCE },
  },
  "AWS::Logs::MetricFilter": { goes: NO_DEPENDENTS },
  "AWS::S3::Bucket": {
    goes: "S3 refuses one that is not empty: `Custom::S3AutoDeleteObjects` empties it, and originals are new and empty in a first deployment.",
  },
  "AWS::S3::BucketPolicy": { goes: NO_DEPENDENTS },
  "AWS::SES::ConfigurationSet": { goes: NO_DEPENDENTS, named: { by: "Name", again: FREE_AT_ONCE } },
  "AWS::SES::ConfigurationSetEventDestination": { goes: NO_DEPENDENTS },
  "AWS::SES::EmailIdentity": {
    goes: NO_DEPENDENTS,
    named: { by: "EmailIdentity", again: "AWS keeps no deleted identity; its DNS records are new ones." },
  },
  "AWS::SNS::Subscription": {
    goes: "CloudFormation passes one over that nobody confirmed; SNS forgets it after three days.",
  },
  "AWS::SNS::Topic": { goes: NO_DEPENDENTS, named: { by: "TopicName", again: FREE_AT_ONCE } },
  "AWS::SNS::TopicPolicy": { goes: NO_DEPENDENTS },
  "AWS::SQS::Queue": {
    goes: "SQS deletes a queue with what is in it.",
    named: { by: "QueueName", again: "A minute later: the guide says to wait that long." },
  },
  "AWS::SQS::QueuePolicy": { goes: NO_DEPENDENTS },
  "AWS::SecretsManager::Secret": {
    goes: "CloudFormation deletes it without a time for recovery.",
    named: { by: "Name", again: FREE_AT_ONCE },
  },
  "Custom::Console": { goes: "Its function answers a deletion at once." },
  "Custom::Protection": {
    goes: "Its function answers a deletion, and of a failed one takes the protection off.",
  },
  "Custom::S3AutoDeleteObjects": {
    goes: "Its function first denies further writes. One that does not get done in 15 minutes is run again, and goes on.",
  },
};
