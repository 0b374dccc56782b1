export const NODE_EVENTS = ["node.created", "node.updated", "node.deleted"] as const;
