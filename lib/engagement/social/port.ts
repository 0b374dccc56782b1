import type { Destination, Tokens } from "./account-schema.ts";
import type { Posted } from "./attempt-schema.ts";
import type { Post } from "./post.ts";
import type { ProviderType } from "./schema.ts";

/** The deployment's registration at a network. */
export interface App {
  id: string;
  secret: string;
  /** False for an app that the network lets post privately only. */
  reviewed: boolean;
}

/** Somewhere that a sign-in could post to, with the tokens for it. */
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
 * `rejected` the network will never do it; `transient` it may be tried again; `limited` it asks to wait;
 * `unauthorized` the access token is not taken; `reconnect` no token will be any more; `unanswered` there was no
 * answer, or none that says what happened.
 */
type Trouble = "rejected" | "transient" | "limited" | "unauthorized" | "reconnect" | "unanswered";

/** What a network answered instead of doing what it was asked, in words that are the same for all. */
export class NetworkError extends Error {
  readonly trouble: Trouble;
  /** The network's own code. */
  readonly code: string;
  /** When the network takes calls again, as it says itself. */
  readonly wait: Wait | undefined;

  constructor(trouble: Trouble, code: string, message: string, wait?: Wait) {
    super(message);
    this.name = "NetworkError";
    this.trouble = trouble;
    this.code = code.slice(0, 100);
    this.wait = wait;
  }

  /** The moment until which one has to wait, in seconds. */
  resetAt(now: number): number | undefined {
    if (this.wait === undefined) return undefined;
    return "until" in this.wait ? this.wait.until : now + this.wait.for;
  }
}

/** Networks name the moment, or how long it is until then; seconds. */
type Wait = { until: number } | { for: number };

/** Who calls a network, and when. */
export interface Caller {
  app: App;
  token: string;
  destination: Destination;
  now(): number;
}

/** A step as its network is told of it. */
export interface StepRequest {
  type: string;
  /** What the step's last run left, opened. */
  handle: string | null;
  /** When the step was first begun, and when this run of it was; seconds. */
  firstAt: number;
  intentAt: number;
  /** 1 for the first run since there was progress. */
  tries: number;
}

/** What is to be done: a post with the handles of the steps before, or a reply. */
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
  /** Its handle is a secret. */
  secret?: boolean;
}

/** How a run of a step ended, other than by an error. */
export type StepOutcome =
  | { end: "done"; handle?: string | undefined; posted?: Posted | undefined; status?: string | undefined }
  /** There is more of it to do at once: another chunk. */
  | { end: "more"; handle: string; status?: string | undefined }
  /** The network took what the irreversible step handed over, and makes a post of it; it is looked for. */
  | { end: "sent"; handle?: string | undefined; status?: string | undefined }
  /** The network works on it; to be asked again after so many seconds. */
  | { end: "wait"; seconds: number; handle?: string | undefined; status?: string | undefined };

/** What a look-up found: the post; surely none; that the network does not know yet; or that it refused to make one. */
export type LookUpResult = Posted | "absent" | "pending" | { refused: string; message: string };

/** A comment as a network tells of it. */
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
 * The port to a network. An adapter keeps nothing: what a later step must know is in the handles of those before. Every
 * method throws `NetworkError` alone for what the network answers.
 */
export interface Network {
  readonly type: ProviderType;
  /**
   * Codes with which the network surely did not do what the irreversible call asked. Every other error to it is a
   * question.
   */
  readonly notPosted: readonly string[];
  authorizationUrl(app: App, request: AuthorizationRequest): string;
  exchange(app: App, grant: CodeGrant, now: number): Promise<Candidate[]>;
  /** Renews tokens; absent where the network has no renewal. */
  refresh?(app: App, tokens: Tokens, now: number): Promise<Tokens>;
  revoke?(app: App, tokens: Tokens): Promise<void>;
  /** The steps of a job, one of them irreversible at least. */
  plan(job: Job): StepPlan[];
  perform(caller: Caller, job: Job, step: StepRequest): Promise<StepOutcome>;
  /** Looks for what an irreversible call may have made; `isTaken` says of a post whether it is known as another's. */
  lookUp(
    caller: Caller,
    job: Job,
    step: StepRequest,
    isTaken: (providerId: string) => Promise<boolean>,
  ): Promise<LookUpResult>;
  /** Whether its pages of comments leave out none, so that one that is missing in all of them is gone. */
  readonly listsAllComments?: boolean;
  /** One page, of so many comments at most; replies that come with it count. */
  listComments?(caller: Caller, postId: string, cursor: string | null, limit: number): Promise<RemotePage>;
  listReplies?(caller: Caller, postId: string, commentId: string, cursor: string | null): Promise<RemotePage>;
  hide?(caller: Caller, commentId: string, hidden: boolean): Promise<void>;
  readMetrics?(caller: Caller, postId: string): Promise<Record<string, number>>;
}
