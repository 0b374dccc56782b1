import { RemovalPolicy } from "aws-cdk-lib";
import { applySettings, readSettings, type Settings, type SettingsInput } from "./settings.ts";

export const ENVIRONMENTS = ["dev", "staging", "prod"] as const;
export type EnvironmentName = (typeof ENVIRONMENTS)[number];

export type Grain = Settings["grain"];

/** Everything that differs between environments. Nothing else in the stack asks which environment it is in. */
export type Config = Readonly<Settings> & { readonly environment: EnvironmentName };

const shared: Omit<Settings, "mail" | "logLevel" | "logRetentionDays" | "protect" | "alarms" | "throttle"> = {
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

/** What holds unless an operator says otherwise. Outside dev the addresses must be replaced: `refuseExamples`. */
const DEFAULTS: Readonly<Record<EnvironmentName, Config>> = {
  dev: {
    ...shared,
    environment: "dev",
    mail: sender("dev.example.com"),
    logLevel: "INFO",
    systemLogLevel: "INFO",
    logRetentionDays: 7,
    protect: false,
    alarms: {},
    payments: { sandbox: true },
    throttle: { rate: 100, burst: 200 },
  },
  staging: {
    ...shared,
    environment: "staging",
    mail: sender("staging.example.com"),
    logLevel: "INFO",
    logRetentionDays: 30,
    protect: true,
    alarms: { email: "staging-alarms@example.com" },
    throttle: { rate: 500, burst: 1000 },
  },
  prod: {
    ...shared,
    environment: "prod",
    mail: sender("example.com"),
    logLevel: "INFO",
    logRetentionDays: 90,
    protect: true,
    tracing: true,
    alarms: { email: "alarms@example.com" },
    throttle: { rate: 2000, burst: 4000 },
  },
};

// SES sends from a domain once the DNS records that it shows are there. An account has a domain once, so environments
// that share an account need one each.
function sender(domain: string): Config["mail"] {
  return { from: `no-reply@${domain}`, identity: domain };
}

/**
 * The configuration of an environment: the defaults, and over them what the operator set. Throws one clear line when
 * there is no such environment or a setting does not fit.
 *
 * @param given in place of the operator's file and variable
 */
export function configOf(environment: string, given?: SettingsInput): Config {
  const name = ENVIRONMENTS.find((known) => known === environment);
  if (!name) {
    throw new Error(`There is no environment "${environment}". Choose one: -c env=${ENVIRONMENTS.join("|")}`);
  }
  return applySettings(DEFAULTS[name], given ?? readSettings(name), name);
}

/**
 * What becomes of data when its stack goes. What a first deployment made and then rolled back goes in any case: by its
 * fixed name it would stand in the way of the next.
 */
export function removalPolicyOf({ protect }: Config): RemovalPolicy {
  return protect ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}

/** The table that an environment runs on. */
export function tableNameOf(config: Config): string {
  return config.table?.name ?? physicalName(config, "table");
}

/** The table that has what an environment's had at a second. */
export function restoredTableName(config: Config, at: Date): string {
  return physicalName(config, `table-${Math.floor(at.getTime() / 1000)}`);
}

/** `storefront-dev-create-form`: at most 64 characters, the limit of a function's and a role's name. */
export function physicalName({ prefix, environment }: Config, name: string): string {
  const full = `${prefix}-${environment}-${name}`;
  if (full.length > 64) throw new Error(`"${full}" is longer than the 64 characters of a function's name.`);
  return full;
}
