export const TAXONOMY_EVENTS = ["taxonomy.created", "taxonomy.updated", "taxonomy.deleted"] as const;
