/** List prices in USD of us-east-1, as of 2025-11, without free tiers. */
export const PRICES = {
  alarmMetricMonth: 0.1,
  dashboardMonth: 3,
  secretMonth: 0.4,
  queueRequest: 0.4e-6,
  apiRequest: 1e-6,
  invocation: 0.2e-6,
  gigabyteSecondArm: 13.3334e-6,
  readUnit: 0.125e-6,
  writeUnit: 0.625e-6,
  logGigabyte: 0.5,
  /** CloudFront in Europe and North America. */
  transferGigabyte: 0.085,
  contentRequest: 1e-6,
  edgeFunction: 0.1e-6,
} as const;

/** Assumptions about usage, which templates do not contain. */
export const ASSUMED = {
  minutesAMonth: 43_200,
  /** Lambda has five long polls of twenty seconds open on each queue. */
  pollsAMinute: 15,
  /** Seconds of a scheduled run; its scan for due rows reads half a unit in each partition. */
  tickSeconds: 0.4,
  tickReadUnits: 54,
  /** Size of the console for a browser with an empty cache. */
  consoleBytes: 280_000,
  consoleFiles: 40,
  callSeconds: 0.03,
  callGigabytes: 1,
  /** Bytes of log for each call and for each function that a write starts. */
  logBytes: 500,
  readUnits: 3,
  writes: 0.2,
  writeUnits: 12,
  invocationsAfterAWrite: 3,
  secondsAfterAWrite: 0.05,
  gigabytesAfterAWrite: 0.5,
} as const;
