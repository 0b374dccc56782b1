import { CfnOutput } from "aws-cdk-lib";
import * as acm from "aws-cdk-lib/aws-certificatemanager";
import * as cloudfront from "aws-cdk-lib/aws-cloudfront";
import type { Construct } from "constructs";
import type { Config } from "./config.ts";
import { explain } from "./nag.ts";

type CustomDomain = Config["mediaDomain"];

export function customDomainProps(
  scope: Construct,
  domain: CustomDomain,
): Partial<cloudfront.DistributionProps> {
  if (!domain) return {};
  return {
    domainNames: [domain.name],
    certificate: acm.Certificate.fromCertificateArn(scope, "Certificate", domain.certificateArn),
    minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
  };
}

/** Outputs the value for the DNS record of a custom domain. */
export function outputDomainTarget(
  scope: Construct,
  domain: CustomDomain,
  { name, distribution }: { name: string; distribution: cloudfront.Distribution },
): void {
  if (!domain) return;
  const target = { value: distribution.distributionDomainName, description: `CNAME of ${domain.name}` };
  new CfnOutput(scope, "DomainTarget", target).overrideLogicalId(name);
}

/**
 * Explains to cdk-nag why some rules do not apply to a distribution.
 *
 * @param setting the setting that gives it a custom domain
 * @param firewall why it has no firewall
 */
export function explainDistribution(
  distribution: cloudfront.Distribution,
  domain: CustomDomain,
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
