import type { Destination, Tokens } from "./account-schema.ts";
import type { Posted } from "./attempt-schema.ts";
import type { Post } from "./post.ts";
import type { ProviderType } from "./schema.ts";

/** The deployment's registration at a network. */
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
  /** PKCE, S256. */
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
type Trouble = "rejected" | "transient" | "limited" | "unauthorized" | "reconnect" | "unanswered";

/** A network's refusal, in terms that are equal for all networks. */
export class NetworkError extends Error {
  readonly trouble: Trouble;
  /** The network's own code. */
  readonly code: string;
  /** When the network says it accepts calls again. */
  readonly wait: Wait | undefined;

  constructor(trouble: Trouble, code: string, message: string, wait?: Wait) {
    super(message);
    this.name = "NetworkError";
    this.trouble = trouble;
    this.code = code.slice(0, 100);
    this.wait = wait;
  }

  /** The time until which to wait, in seconds. */
  resetAt(now: number): number | undefined {
    if (this.wait === undefined) return undefined;
    return "until" in this.wait ? this.wait.until : now + this.wait.for;
  }
}

/** Networks name a time or a duration, in seconds. */
type Wait = { until: number } | { for: number };

/** Who calls a network, and when. */
export interface Caller {
  app: App;
  token: string;
  destination: Destination;
  now(): number;
}

/** A step as its network sees it. */
export interface StepRequest {
  type: string;
  /** The handle that the step's last run left, decrypted. */
  handle: string | null;
  /** When the step first started, and when this run did; seconds. */
  firstAt: number;
  intentAt: number;
  /** 1 for the first run since the last progress. */
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
  /** Whether its handle is a secret. */
  secret?: boolean;
}

/** How a run of a step ended, other than by an error. */
export type StepOutcome =
  | { end: "done"; handle?: string | undefined; posted?: Posted | undefined; status?: string | undefined }
  /** The step continues at once, with its next chunk. */
  | { end: "more"; handle: string; status?: string | undefined }
  /** The network accepted the irreversible step and is creating the post, which is then looked up. */
  | { end: "sent"; handle?: string | undefined; status?: string | undefined }
  /** The network is processing; ask again after `seconds`. */
  | { end: "wait"; seconds: number; handle?: string | undefined; status?: string | undefined };

/** The post; `absent` for certain; `pending` while the network does not know; or its refusal. */
export type LookUpResult = Posted | "absent" | "pending" | { refused: string; message: string };

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
 * The port to a network. An adapter has no state: later steps read the handles of earlier ones. Every method throws
 * only `NetworkError` for what the network answers.
 */
export interface Network {
  readonly type: ProviderType;
  /** Codes after which the irreversible call certainly had no effect. After any other error its outcome is open. */
  readonly notPosted: readonly string[];
  authorizationUrl(app: App, request: AuthorizationRequest): string;
  exchange(app: App, grant: CodeGrant, now: number): Promise<Candidate[]>;
  /** Renews tokens; absent where the network has no renewal. */
  refresh?(app: App, tokens: Tokens, now: number): Promise<Tokens>;
  revoke?(app: App, tokens: Tokens): Promise<void>;
  /** The steps of a job; at least one is irreversible. */
  plan(job: Job): StepPlan[];
  perform(caller: Caller, job: Job, step: StepRequest): Promise<StepOutcome>;
  /** Looks for the result of an irreversible call; `isTaken` says whether a post belongs to another attempt. */
  lookUp(
    caller: Caller,
    job: Job,
    step: StepRequest,
    isTaken: (providerId: string) => Promise<boolean>,
  ): Promise<LookUpResult>;
  /** Whether its lists of comments are complete, so that a missing comment was deleted. */
  readonly listsAllComments?: boolean;
  /** One page of at most `limit` comments, including replies that come with it. */
  listComments?(caller: Caller, postId: string, cursor: string | null, limit: number): Promise<RemotePage>;
  listReplies?(caller: Caller, postId: string, commentId: string, cursor: string | null): Promise<RemotePage>;
  hide?(caller: Caller, commentId: string, hidden: boolean): Promise<void>;
  readMetrics?(caller: Caller, postId: string): Promise<Record<string, number>>;
}
