import { entity } from "#core/dynamo/entity.ts";
import { DataCount, DataRecord } from "./schema.ts";

export const platformData = entity({
  name: "platform_data",
  schema: DataRecord,
  pk: "PERSON#{person_id}#DATA",
  sk: "{space}#{key}",
  indexes: { due: "PLATFORM_DATA#{shard}" },
  due_at: ({ expires_at }) => expires_at ?? null,
  deletion: { tenant: "unaffected", person: "partition" },
});

export const dataCounts = entity({
  name: "platform_data_count",
  schema: DataCount,
  pk: "PERSON#{person_id}#DATA_COUNT",
  sk: "COUNT",
  deletion: { tenant: "unaffected", person: "partition" },
});
