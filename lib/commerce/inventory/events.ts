export const INVENTORY_EVENTS = ["inventory.low"] as const;
