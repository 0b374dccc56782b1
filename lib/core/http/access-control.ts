import type { Actor, Guard } from "#core/context.ts";
import type { Operation, Permission } from "./contract.ts";

type Headers = Readonly<Record<string, string | undefined>>;

/** What a request asks before it acts: who calls, and whether they may. `functions/lambda.ts` hands it to the kernel. */
export interface AccessControl {
  /**
   * Finds out who calls. Reads what `authorize` asks for next, so that both take one round trip.
   *
   * @param tenantId tenant that the path names
   * @param now seconds
   * @throws GENERAL.UNAUTHENTICATED for a credential that is not good
   */
  authenticate(
    operation: Operation,
    headers: Headers,
    tenantId: string | undefined,
    now: number,
  ): Promise<Actor>;
  /** Lets a caller through to an operation, or throws what it answers instead. */
  authorize(operation: Operation, actor: Actor, tenantId: string | undefined, now: number): Promise<void>;
  /** Whether a caller has a permission on a tenant. False too where there is no such tenant. */
  may(actor: Actor, permission: Permission, tenantId: string, now: number): Promise<boolean>;
  /**
   * What a request has to read before it writes or ends, beyond what `authenticate` took from memory.
   *
   * @param began by `performance.now()`
   */
  guards(operation: Operation, actor: Actor, tenantId: string | undefined, began: number): Guard[];
  /** Is told after each request that a caller made it. */
  used(actor: Actor, now: number): Promise<void>;
}
