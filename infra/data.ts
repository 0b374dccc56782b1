import * as dynamodb from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import { INDEXES, LAYOUT } from "#core/dynamo/layout.ts";
import { type Config, tableNameOf } from "./config.ts";
import { removalPolicyOf } from "./removal-policy.ts";

export class Data extends Construct {
  readonly table: dynamodb.ITable;
  /** One ARN for each index, so that roles need no `index/*`. */
  readonly indexArns: string[];

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    this.table = this.restored(config) ?? this.made(config);
    this.indexArns = Object.keys(INDEXES).map((name) => `${this.table.tableArn}/index/${name}`);
  }

  /** A restored table that replaces the stack's own, which leaves the template but is not deleted. */
  private restored({ table }: Config): dynamodb.ITable | undefined {
    return (
      table &&
      dynamodb.Table.fromTableAttributes(this, "Restored", {
        tableName: table.name,
        tableStreamArn: table.streamArn,
      })
    );
  }

  private made(config: Config): dynamodb.Table {
    const table = new dynamodb.Table(this, "Table", {
      tableName: tableNameOf(config),
      partitionKey: keyAttribute(LAYOUT.partition),
      sortKey: keyAttribute(LAYOUT.sort),
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      encryption: dynamodb.TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      // Deletion protection is set by `Protection`, after a deployment has succeeded.
      removalPolicy: removalPolicyOf(config),
      contributorInsightsSpecification: contributorInsights(config),
      stream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: LAYOUT.ttl,
    });
    for (const [indexName, { partition, sort }] of Object.entries(INDEXES)) {
      table.addGlobalSecondaryIndex({
        indexName,
        partitionKey: keyAttribute(partition),
        sortKey: keyAttribute(sort),
        projectionType: dynamodb.ProjectionType.INCLUDE,
        nonKeyAttributes: [...LAYOUT.projected],
        contributorInsightsSpecification: contributorInsights(config),
      });
    }
    return table;
  }
}

/** Lists throttled keys only, since AWS charges for each read when all keys are listed. */
function contributorInsights({ protect }: Config): dynamodb.ContributorInsightsSpecification {
  if (!protect) return { enabled: false };
  return { enabled: true, mode: dynamodb.ContributorInsightsMode.THROTTLED_KEYS };
}

function keyAttribute(name: string): dynamodb.Attribute {
  return { name, type: dynamodb.AttributeType.STRING };
}
