import { RemovalPolicy } from "aws-cdk-lib";

export const ENVIRONMENTS = ["dev", "staging", "prod"] as const;
export type EnvironmentName = (typeof ENVIRONMENTS)[number];

/**
 * Whether one function answers for a whole domain, or each endpoint that a shop's visitors call is a function of its own
 * while those for its people share one a domain (`grain.ts`).
 */
export type Grain = "endpoint" | "domain";

/** A plan of the platform; one of them costs nothing. A higher tier is the larger plan. */
export interface PlanConfig {
  readonly id: string;
  readonly name: string;
  readonly tier: number;
  /** Minor units. */
  readonly price: {
    readonly amount: number;
    readonly currency: string;
    readonly interval: "month" | "year";
  };
  /** By feature; null is no limit. */
  readonly features: Readonly<
    Record<string, { readonly limit: number | null; readonly reset: "never" | "monthly" }>
  >;
  /** Lookup key of the price at the payment provider. */
  readonly provider_price: string | null;
}

/** `media` is the transformation of pictures, which anybody may start. */
export type ConcurrencyClass = "signIn" | "media" | "bulk";

/** Everything that differs between environments. Nothing else in the stack asks which environment it is in. */
export interface Config {
  readonly environment: EnvironmentName;
  /** Begins every physical name. */
  readonly prefix: string;
  /** Where to deploy; the account and region of the caller's credentials when left out. */
  readonly target?: { readonly account: string; readonly region: string };
  readonly grain: Grain;
  readonly logLevel: "DEBUG" | "INFO" | "WARN";
  readonly logRetentionDays: number;
  /** Keeps data when the stack goes, and refuses to delete the table. */
  readonly protect: boolean;
  readonly tracing: boolean;
  /** Whom alarms are mailed to. Everything is watched in every environment. */
  readonly alarms: { readonly email?: string };
  readonly mail: {
    readonly from: string;
    /** Domain or address to verify with SES; left out when it is verified elsewhere. */
    readonly identity?: string;
  };
  readonly payments: {
    /** Lets stores without a payment provider take payments that charge nothing: for trying things out, never for sale. */
    readonly sandbox: boolean;
    /**
     * Secret with the platform's own account at Stripe, which bills for plans: `{secret_key, webhook_secrets: []}`, put
     * into Secrets Manager by hand. Without it plans are sold where the sandbox is allowed alone.
     */
    readonly billingSecretArn?: string;
  };
  /** The platform's plans; left out by those who run it for themselves alone, and then nothing is limited. */
  readonly plans?: readonly PlanConfig[];
  /** Requests a second over the whole API, and how far a burst may go above. */
  readonly throttle: { readonly rate: number; readonly burst: number };
  /** Own names for the API and the CDN; the CDN's certificate is one of us-east-1. */
  readonly apiDomain?: { readonly name: string; readonly certificateArn: string };
  readonly mediaDomain?: { readonly name: string; readonly certificateArn: string };
  readonly signIn: {
    /** Sites that sign-ins come from and that links in mails lead to; the first is used when none is named. */
    readonly origins: readonly string[];
    /** Where the identity provider may send people back to. */
    readonly redirects: readonly string[];
    /** The identity provider behind GOOGLE; its client secret is put into Secrets Manager by hand. */
    readonly oidc?: { readonly issuer: string; readonly clientId: string; readonly clientSecretArn: string };
  };
  /** Secret with the apps at social networks, as `SOCIAL_APPS` has them; put into Secrets Manager by hand. */
  readonly social?: { readonly appsSecretArn: string };
  /**
   * Concurrency set aside for each function of a class, out of the account's: a new account may have ten in all, and a
   * hundred must stay free. Ask for a higher quota first; without an entry nothing is set aside.
   */
  readonly reserved: Readonly<Partial<Record<ConcurrencyClass, number>>>;
  /** Copies of one queue's worker that run side by side, unless the worker says; at least 2. */
  readonly queueConcurrency: number;
  /** `INFO` has a line on the start and one on the memory and time of each invocation, at about 0.75 USD a million. */
  readonly systemLogLevel: "INFO" | "WARN";
  /** Over the default rate budgets: `{name: [count, seconds]}`. */
  readonly budgets?: Readonly<Record<string, readonly [number, number]>>;
  /** Bedrock foundation models that functions with `ai:invoke` may call. */
  readonly aiModels: readonly string[];
}

const shared = {
  prefix: "storefront",
  grain: "endpoint",
  tracing: false,
  reserved: {},
  queueConcurrency: 20,
  systemLogLevel: "WARN",
  signIn: { origins: [], redirects: [] },
  payments: { sandbox: false },
  aiModels: ["amazon.nova-lite-v1:0"],
} as const;

const CONFIGS: Readonly<Record<EnvironmentName, Config>> = {
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

// Replace with domains of yours: SES sends from one once the DNS records that it shows are there. An account has a domain
// once, so environments that share an account need one each.
function sender(domain: string): Config["mail"] {
  return { from: `no-reply@${domain}`, identity: domain };
}

/** The configuration of an environment; throws one clear line when there is none of that name. */
export function configOf(environment: string): Config {
  const name = ENVIRONMENTS.find((known) => known === environment);
  if (!name) {
    throw new Error(`There is no environment "${environment}". Choose one: -c env=${ENVIRONMENTS.join("|")}`);
  }
  return CONFIGS[name];
}

/**
 * What becomes of data when its stack goes. What a first deployment made and then rolled back goes in any case: by its
 * fixed name it would stand in the way of the next.
 */
export function kept({ protect }: Config): RemovalPolicy {
  return protect ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}

/** `storefront-dev-create-form`: at most 64 characters, the limit of a function's and a role's name. */
export function physicalName({ prefix, environment }: Config, name: string): string {
  const full = `${prefix}-${environment}-${name}`;
  if (full.length > 64) throw new Error(`"${full}" is longer than the 64 characters of a function's name.`);
  return full;
}
