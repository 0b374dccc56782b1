import type { Actor, Guard } from "#core/context.ts";
import type { Operation, Permission } from "./contract.ts";

type Headers = Readonly<Record<string, string | undefined>>;

/** Checks who sends a request, and whether they may, before it acts. `functions/lambda.ts` passes it to lib/core. */
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
  /** Lets a caller use an operation, or throws the answer. */
  authorize(operation: Operation, actor: Actor, tenantId: string | undefined, now: number): Promise<void>;
  /** Whether a caller has a permission on a tenant; also false if the tenant does not exist. */
  may(actor: Actor, permission: Permission, tenantId: string, now: number): Promise<boolean>;
  /**
   * Items that a request must read fresh before it writes or ends, because `authenticate` may use cached ones.
   *
   * @param began start of the request, by `performance.now()`
   */
  guards(operation: Operation, actor: Actor, tenantId: string | undefined, began: number): Guard[];
  /** Called after each request: notes when the caller's credential was last used. */
  recordUse(actor: Actor, now: number): Promise<void>;
}
