// Made by `npm run routes` of the files whose names end in -adapter.ts.

export const PROVIDER_TYPES = ["stripe"] as const;
