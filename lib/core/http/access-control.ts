import type { Actor, Guard } from "#core/context.ts";
import type { Operation, Permission } from "./contract.ts";

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Checks of a request before it acts: who calls, and whether they may. `functions/lambda.ts` passes it to the kernel.
 */
export interface AccessControl {
  /**
   * Finds out who calls. Also reads what `authorize` needs next, so that both take one round trip.
   *
   * @param tenantId tenant that the path names
   * @param now seconds
   * @throws GENERAL.UNAUTHENTICATED for a credential that is not valid
   */
  authenticate(
    operation: Operation,
    headers: Headers,
    tenantId: string | undefined,
    now: number,
  ): Promise<Actor>;
  /** Admits a caller to an operation, or throws the answer. */
  authorize(operation: Operation, actor: Actor, tenantId: string | undefined, now: number): Promise<void>;
  /** Whether a caller has a permission on a tenant; false too where the tenant does not exist. */
  may(actor: Actor, permission: Permission, tenantId: string, now: number): Promise<boolean>;
  /**
   * Items that a request must read before it writes or ends, beyond what `authenticate` took from memory.
   *
   * @param began by `performance.now()`
   */
  guards(operation: Operation, actor: Actor, tenantId: string | undefined, began: number): Guard[];
  /** Called after each request with its caller. */
  used(actor: Actor, now: number): Promise<void>;
}
