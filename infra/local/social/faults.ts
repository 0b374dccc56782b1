const STEP_NAMES = [
  "token",
  "upload",
  "container",
  "publish",
  "lookup",
  "comments",
  "reply",
  "hide",
  "metrics",
] as const;
export type StepName = (typeof STEP_NAMES)[number];
const FAULT_TIMES = ["before", "during", "after"] as const;
const FAULT_KINDS = ["error", "timeout", "rate_limit", "invalid_grant"] as const;

/**
 * A failure on demand. `before`: the network does not act. `during`: it acts, and the connection breaks. `after`:
 * it acts, but reports a failure.
 */
export interface Fault {
  /** The id of an account, or `*` for all accounts. */
  account: string;
  step: StepName;
  when: (typeof FAULT_TIMES)[number];
  kind: (typeof FAULT_KINDS)[number];
  code: string;
  /** Seconds until a `rate_limit` ends. */
  reset_after: number;
  times: number;
}

/** @returns the fault in a request's body, or a text that says what is wrong with the body */
export function readFault(body: Record<string, unknown>): Fault | string {
  const step = STEP_NAMES.find((each) => each === body.step);
  const when = FAULT_TIMES.find((each) => each === (body.when ?? "before"));
  const kind = FAULT_KINDS.find((each) => each === (body.kind ?? "error"));
  if (typeof body.account !== "string" || !body.account) return "account must name an account, or be *";
  if (!step) return `step must be one of ${STEP_NAMES.join(", ")}`;
  if (!when) return `when must be one of ${FAULT_TIMES.join(", ")}`;
  if (!kind) return `kind must be one of ${FAULT_KINDS.join(", ")}`;
  if (when !== "before" && (kind === "rate_limit" || kind === "invalid_grant"))
    return `${kind} is said before anything is done`;
  const code = typeof body.code === "string" && body.code ? body.code : "fault";
  if (when !== "before" && code === "rejected") return "rejected is said before anything is done";
  const { reset_after, times } = body;
  return {
    account: body.account,
    step,
    when,
    kind,
    code,
    reset_after: typeof reset_after === "number" && reset_after >= 0 ? reset_after : 2,
    times: typeof times === "number" && times > 0 ? times : 1,
  };
}

/** The faults that will hit later calls. */
export class Faults {
  #waiting: Fault[] = [];

  add(fault: Fault): void {
    this.#waiting.push({ ...fault });
  }

  clear(): void {
    this.#waiting = [];
  }

  /** The next fault for a step of an account. After its last repetition, the fault is removed. */
  take(step: StepName, account: string): Fault | undefined {
    const found = this.#waiting.find(
      (fault) => fault.step === step && [account, "*"].includes(fault.account),
    );
    if (!found) return undefined;
    found.times -= 1;
    if (found.times <= 0) this.#waiting = this.#waiting.filter((fault) => fault !== found);
    return found;
  }
}
