import { CfnOutput } from "aws-cdk-lib";
import * as acm from "aws-cdk-lib/aws-certificatemanager";
import * as cloudfront from "aws-cdk-lib/aws-cloudfront";
import type { Construct } from "constructs";
import type { Config } from "./config.ts";
import { explain } from "./nag.ts";

type Domain = Config["mediaDomain"];

/** What a distribution is made with that has a name of the operator's own. */
export function customDomainProps(scope: Construct, domain: Domain): Partial<cloudfront.DistributionProps> {
  if (!domain) return {};
  return {
    domainNames: [domain.name],
    certificate: acm.Certificate.fromCertificateArn(scope, "Certificate", domain.certificateArn),
    minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
  };
}

/** Puts out where an own name leads to: the value of its record in the DNS. */
export function outputDomainTarget(
  scope: Construct,
  domain: Domain,
  { name, distribution }: { name: string; distribution: cloudfront.Distribution },
): void {
  if (!domain) return;
  const target = { value: distribution.distributionDomainName, description: `CNAME of ${domain.name}` };
  new CfnOutput(scope, "DomainTarget", target).overrideLogicalId(name);
}

/**
 * Says why rules do not hold for a distribution.
 *
 * @param setting that gives it an own name
 * @param firewall why it has none
 */
export function explainDistribution(
  distribution: cloudfront.Distribution,
  domain: Domain,
  { setting, firewall }: { setting: string; firewall: string },
): void {
  explain(distribution, {
    "AwsSolutions-CFR1": "Stores sell to any country.",
    "AwsSolutions-CFR2": firewall,
    ...(domain
      ? {}
      : {
          "AwsSolutions-CFR4": `CloudFront's own certificate fixes the protocol version; it applies with a ${setting}.`,
        }),
  });
}
