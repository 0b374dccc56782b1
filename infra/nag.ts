import { Aspects } from "aws-cdk-lib";
import { AwsSolutionsChecks, NagSuppressions } from "cdk-nag";
import type { IConstruct } from "constructs";

/** Synthesis fails on any finding of AwsSolutions that has no explanation. */
export function checkWithNag(scope: IConstruct): void {
  Aspects.of(scope).add(new AwsSolutionsChecks({ verbose: true, reports: false }));
}

/** Suppresses rules for a construct and its children, each with a reason. */
export function explain(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  const suppressions = Object.entries(reasons).map(([rule, reason]) => {
    const [id = rule, ...finding] = rule.split("[");
    return finding.length > 0 ? { id, reason, appliesTo: [finding.join("[").slice(0, -1)] } : { id, reason };
  });
  NagSuppressions.addResourceSuppressions(construct, suppressions, true);
}

export function explainFindings(construct: IConstruct, rule: string, pattern: RegExp, reason: string): void {
  const suppression = { id: rule, reason, appliesTo: [{ regex: pattern.toString() }] };
  NagSuppressions.addResourceSuppressions(construct, [suppression], true);
}
