import * as logs from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Config } from "./config.ts";
import { pascalCase } from "./function.ts";
import { countRefusedCallbacks, loggedAlarmsMetric, measureDue } from "./logged-alarms.ts";
import { removalPolicyOf } from "./removal-policy.ts";

/** Creates a log group for each domain on demand. */
export class LogGroups extends Construct {
  private readonly made = new Map<string, logs.LogGroup>();

  private readonly config: Config;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    this.config = config;
  }

  of(domain: string): logs.ILogGroup {
    const existing = this.made.get(domain);
    if (existing) return existing;
    const { prefix, environment, logRetentionDays } = this.config;
    const group = new logs.LogGroup(this, `${pascalCase(domain)}LogGroup`, {
      logGroupName: `/${prefix}/${environment}/${domain}`,
      retention: logRetentionDays,
      removalPolicy: removalPolicyOf(this.config),
    });
    // One metric over all domains counts log lines with an `alarm`.
    new logs.MetricFilter(this, `${pascalCase(domain)}Alarms`, {
      logGroup: group,
      filterPattern: logs.FilterPattern.stringValue("$.alarm", "=", "*"),
      metricNamespace: prefix,
      metricName: loggedAlarmsMetric(this.config),
      metricValue: "1",
    });
    if (domain === "payments") countRefusedCallbacks(group, this.config);
    if (domain === "platform") measureDue(group, this.config);
    this.made.set(domain, group);
    return group;
  }
}
