import { Aspects } from "aws-cdk-lib";
import { AwsSolutionsChecks, NagSuppressions } from "cdk-nag";
import type { IConstruct } from "constructs";

/** Has the AwsSolutions rules checked at synthesis: what they find and nobody explained fails it. */
export function checkWithNag(scope: IConstruct): void {
  Aspects.of(scope).add(new AwsSolutionsChecks({ verbose: true, reports: false }));
}

/** Says why a rule does not hold for a construct and those in it. */
export function explain(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  const suppressions = Object.entries(reasons).map(([rule, reason]) => {
    const [id = rule, ...finding] = rule.split("[");
    return finding.length > 0 ? { id, reason, appliesTo: [finding.join("[").slice(0, -1)] } : { id, reason };
  });
  NagSuppressions.addResourceSuppressions(construct, suppressions, true);
}

/** As `explain`, for the findings of a rule that match a pattern. */
export function explainFindings(construct: IConstruct, rule: string, pattern: RegExp, reason: string): void {
  const suppression = { id: rule, reason, appliesTo: [{ regex: pattern.toString() }] };
  NagSuppressions.addResourceSuppressions(construct, [suppression], true);
}
