import * as dynamodb from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import { INDEXES, LAYOUT } from "#core/dynamo/layout.ts";
import { type Config, kept, physicalName } from "./config.ts";

/** The one table, with the indexes of the layout. */
export class Data extends Construct {
  readonly table: dynamodb.Table;
  /** Of the table's indexes, each by name: roles list these in place of `index/*`. */
  readonly indexArns: string[];

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    this.table = new dynamodb.Table(this, "Table", {
      tableName: physicalName(config, "table"),
      partitionKey: key(LAYOUT.partition),
      sortKey: key(LAYOUT.sort),
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      encryption: dynamodb.TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: config.protect,
      removalPolicy: kept(config),
      contributorInsightsSpecification: {
        enabled: config.protect,
        // Keys that are throttled are what it is for; naming every key that is read is charged by the read.
        ...(config.protect ? { mode: dynamodb.ContributorInsightsMode.THROTTLED_KEYS } : {}),
      },
      stream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: LAYOUT.ttl,
    });
    for (const [indexName, { partition, sort }] of Object.entries(INDEXES)) {
      this.table.addGlobalSecondaryIndex({
        indexName,
        partitionKey: key(partition),
        sortKey: key(sort),
        projectionType: dynamodb.ProjectionType.INCLUDE,
        nonKeyAttributes: [...LAYOUT.projected],
      });
    }
    this.indexArns = Object.keys(INDEXES).map((name) => `${this.table.tableArn}/index/${name}`);
  }
}

function key(name: string): dynamodb.Attribute {
  return { name, type: dynamodb.AttributeType.STRING };
}
