import { applySettings, readSettings, type Settings, type SettingsInput } from "./settings.ts";

export const ENVIRONMENTS = ["dev", "staging", "prod"] as const;
export type EnvironmentName = (typeof ENVIRONMENTS)[number];

export type Grain = Settings["grain"];

/** Settings with the environment's name. Constructs decide by settings, never by the name. */
export type Config = Readonly<Settings> & { readonly environment: EnvironmentName };

const SHARED_DEFAULTS: Omit<
  Settings,
  "mail" | "logLevel" | "logRetentionDays" | "protect" | "alarms" | "throttle"
> = {
  prefix: "storefront",
  grain: "endpoint",
  tracing: false,
  reserved: {},
  concurrency: 1000,
  queueConcurrency: 20,
  systemLogLevel: "WARN",
  signIn: { origins: [], redirects: [] },
  payments: { sandbox: false },
  console: true,
  aiModels: ["amazon.nova-lite-v1:0"],
};

/** The defaults. Outside dev, an operator must replace the example addresses: see `refuseExamples`. */
const DEFAULTS: Readonly<Record<EnvironmentName, Config>> = {
  dev: {
    ...SHARED_DEFAULTS,
    environment: "dev",
    mail: mailSender("dev.example.com"),
    logLevel: "INFO",
    systemLogLevel: "INFO",
    logRetentionDays: 7,
    protect: false,
    alarms: {},
    payments: { sandbox: true },
    throttle: { rate: 100, burst: 200 },
  },
  staging: {
    ...SHARED_DEFAULTS,
    environment: "staging",
    mail: mailSender("staging.example.com"),
    logLevel: "INFO",
    logRetentionDays: 30,
    protect: true,
    alarms: { email: "staging-alarms@example.com" },
    throttle: { rate: 500, burst: 1000 },
  },
  prod: {
    ...SHARED_DEFAULTS,
    environment: "prod",
    mail: mailSender("example.com"),
    logLevel: "INFO",
    logRetentionDays: 90,
    protect: true,
    tracing: true,
    alarms: { email: "alarms@example.com" },
    throttle: { rate: 2000, burst: 4000 },
  },
};

// An AWS account can verify a domain once, so each environment in it needs its own.
function mailSender(domain: string): Config["mail"] {
  return { from: `no-reply@${domain}`, identity: domain };
}

/**
 * The defaults of an environment with the operator's settings over them.
 *
 * @param given replaces the operator's file and variable
 * @throws Error with one line for an unknown environment or an invalid setting
 */
export function configOf(environment: string, given?: SettingsInput): Config {
  const name = ENVIRONMENTS.find((known) => known === environment);
  if (!name) {
    throw new Error(`There is no environment "${environment}". Choose one: -c env=${ENVIRONMENTS.join("|")}`);
  }
  return applySettings(DEFAULTS[name], given ?? readSettings(name), name);
}

export function tableNameOf(config: Config): string {
  return config.table?.name ?? physicalName(config, "table");
}

/** The name of a table restored to a point in time. */
export function restoredTableName(config: Config, at: Date): string {
  return physicalName(config, `table-${Math.floor(at.getTime() / 1000)}`);
}

/** `storefront-dev-create-form`: at most 64 characters, the limit of a function's and a role's name. */
export function physicalName({ prefix, environment }: Config, name: string): string {
  const full = `${prefix}-${environment}-${name}`;
  if (full.length > 64) throw new Error(`"${full}" is longer than the 64 characters of a function's name.`);
  return full;
}
