import * as commands from "@aws-sdk/lib-dynamodb";
import type { TableDriver } from "./driver.ts";

/** Uses the table by the SDK's document client: each field is an attribute, and no reads are remembered. */
export const driver: TableDriver = {
  commands,
  settings: {},
  wrapClient: (client) =>
    commands.DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
  packing: (fieldsOf) => ({
    attributes: undefined,
    pack: (record) => record,
    packSome: (some) => some,
    unpack: (item) =>
      Object.fromEntries(fieldsOf().flatMap((name) => (name in item ? [[name, item[name]]] : []))),
  }),
  recentReads: () => ({ get: () => undefined, set: () => undefined }),
};
