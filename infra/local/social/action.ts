import type { StepName } from "./faults.ts";

export interface SandboxRequest {
  method: string;
  /** Path segments, beginning with the one under which the network is mounted. */
  path: string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
  isForm: boolean;
  token: string;
  wantsHtml: boolean;
}

type Answer = { status: number; body: unknown };

/** What a request does: `run` performs it; `step` and `account` find a pending fault for it. */
export type SandboxAction = { step?: StepName; account: string; run(): Answer };

export function ok(body: unknown): Answer {
  return { status: 200, body };
}

export function refusal(status: number, code: string, message: string): Answer {
  return { status, body: { error: { code, message } } };
}

export function now(): number {
  return Math.floor(Date.now() / 1000);
}
