import type { Destination, Tokens } from "./account-schema.ts";
import type { RemotePost } from "./attempt-schema.ts";
import type { Post } from "./post.ts";
import type { ProviderType } from "./schema.ts";

/** The deployment's app registration at a network. */
export interface App {
  id: string;
  secret: string;
  /** False for an app whose posts the network keeps private. */
  reviewed: boolean;
}

/** A destination that a sign-in could post to, with its tokens. */
export interface Candidate {
  destination: Destination;
  tokens: Tokens;
}

export interface AuthorizationRequest {
  storeId: string;
  state: string;
  redirectUri: string;
  /** The PKCE challenge, with the method S256. */
  challenge: string;
}

export interface CodeGrant {
  code: string;
  redirectUri: string;
  verifier: string;
}

/**
 * `rejected`: never possible. `transient`: may be retried. `limited`: wait first. `unauthorized`: the access token was
 * refused. `reconnect`: a new sign-in is needed. `unanswered`: no answer, or one that does not say what happened.
 */
type ErrorKind = "rejected" | "transient" | "limited" | "unauthorized" | "reconnect" | "unanswered";

/** A failed call to a network, classified in the same way for all networks. */
export class NetworkError extends Error {
  readonly trouble: ErrorKind;
  /** The network's own error code. */
  readonly code: string;
  /** When the network accepts calls again, if it says so. */
  readonly wait: Wait | undefined;

  constructor(trouble: ErrorKind, code: string, message: string, wait?: Wait) {
    super(message);
    this.name = "NetworkError";
    this.trouble = trouble;
    this.code = code.slice(0, 100);
    this.wait = wait;
  }

  /** The time from which calls are accepted again, in seconds; undefined if the network did not say. */
  resetAt(now: number): number | undefined {
    if (this.wait === undefined) return undefined;
    return "until" in this.wait ? this.wait.until : now + this.wait.for;
  }
}

/** The time until which to wait, or how long, in seconds. */
type Wait = { until: number } | { for: number };

/** The account for which a network is called, its token and the current time. */
export interface Caller {
  app: App;
  token: string;
  destination: Destination;
  now(): number;
}

/** A step that a network's adapter is to run. */
export interface StepRequest {
  type: string;
  /** The decrypted handle that the step's last run returned; null for the first run. */
  handle: string | null;
  /** When the step first started and when this run started, in seconds. */
  firstAt: number;
  intentAt: number;
  /** Number of this run since the step's last progress; the first one is 1. */
  tries: number;
}

/** A post with the handles of earlier steps, or a reply. */
export type Job =
  | { kind: "publication"; post: Post; handles: ReadonlyMap<string, string> }
  | {
      kind: "reply";
      text: string;
      commentId: string;
      rootId: string;
      postId: string;
      handles: ReadonlyMap<string, string>;
    };

export type PostJob = Extract<Job, { kind: "publication" }>;
export type ReplyJob = Extract<Job, { kind: "reply" }>;

interface StepPlan {
  type: string;
  irreversible?: boolean;
  /** Whether the step's handle must be encrypted. */
  secret?: boolean;
}

/** How a run of a step ended, other than by an error. */
export type StepOutcome =
  | { end: "done"; handle?: string | undefined; posted?: RemotePost | undefined; status?: string | undefined }
  /** The step continues at once, with its next chunk. */
  | { end: "more"; handle: string; status?: string | undefined }
  /** The network accepted the irreversible call and creates the post later, so the post is then looked up. */
  | { end: "sent"; handle?: string | undefined; status?: string | undefined }
  /** The network is still processing; the step runs again after `seconds`. */
  | { end: "wait"; seconds: number; handle?: string | undefined; status?: string | undefined };

/** The post; `absent` if there certainly is none; `pending` if it may still appear; or the network's refusal. */
export type LookUpResult = RemotePost | "absent" | "pending" | { refused: string; message: string };

/** A comment as a network lists it. */
export interface RemoteComment {
  id: string;
  parentId: string | null;
  authorName: string;
  authorHandle: string | null;
  authorIsChannel: boolean;
  text: string;
  createdAt: number;
  hidden: boolean;
  replyCount: number;
}

export interface RemotePage {
  comments: RemoteComment[];
  cursor: string | null;
}

/**
 * The interface of a network's adapter. An adapter has no state: later steps read the handles of earlier ones. For all
 * answers of the network, methods throw only `NetworkError`.
 */
export interface Network {
  readonly type: ProviderType;
  /** Error codes after which the irreversible call certainly had no effect; any other leaves its outcome unknown. */
  readonly notPosted: readonly string[];
  authorizationUrl(app: App, request: AuthorizationRequest): string;
  exchange(app: App, grant: CodeGrant, now: number): Promise<Candidate[]>;
  /** Renews tokens; absent where the network has no renewal. */
  refresh?(app: App, tokens: Tokens, now: number): Promise<Tokens>;
  revoke?(app: App, tokens: Tokens): Promise<void>;
  /** The steps of a job; at least one is irreversible. */
  plan(job: Job): StepPlan[];
  perform(caller: Caller, job: Job, step: StepRequest): Promise<StepOutcome>;
  /** Looks for the post of an irreversible call; `isTaken` is true for a post of another attempt. */
  lookUp(
    caller: Caller,
    job: Job,
    step: StepRequest,
    isTaken: (providerId: string) => Promise<boolean>,
  ): Promise<LookUpResult>;
  /** True if the network lists all comments, so that a missing one was deleted. */
  readonly listsAllComments?: boolean;
  /** One page of at most `limit` comments, including replies that the network lists with them. */
  listComments?(caller: Caller, postId: string, cursor: string | null, limit: number): Promise<RemotePage>;
  listReplies?(caller: Caller, postId: string, commentId: string, cursor: string | null): Promise<RemotePage>;
  hide?(caller: Caller, commentId: string, hidden: boolean): Promise<void>;
  readMetrics?(caller: Caller, postId: string): Promise<Record<string, number>>;
}
