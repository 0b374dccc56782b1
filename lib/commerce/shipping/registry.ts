import { ApiError, GENERAL, notFound } from "#core/errors.ts";
import { logger } from "#core/log.ts";
import { openCredential } from "#core/seal.ts";
import { requireSecret } from "#core/secrets.ts";
import { isSandboxOn } from "#lib/money/payments/chosen-provider.ts";
import type { Account, ShippingProvider } from "./port.ts";
import { sandbox } from "./sandbox.ts";
import type { Connection } from "./schema.ts";
import { shippo } from "./shippo.ts";
import { connections } from "./table.ts";

export const CREDENTIAL_PURPOSE = "shipping-provider";

const PROVIDERS: Record<Connection["type"], ShippingProvider> = { shippo, sandbox };

/** Id that names the sandbox provider without a connection of the store. */
const SANDBOX_ID = "sandbox";

/** A provider with the store's credentials. */
interface OpenedProvider {
  id: string;
  type: Connection["type"];
  provider: ShippingProvider;
  account: Account;
}

export function providerOf(type: Connection["type"]): ShippingProvider {
  return PROVIDERS[type];
}

/** Opens the provider of a connection, or of the store's only one; without connections, the sandbox if allowed. */
export async function openProvider(storeId: string, id?: string): Promise<OpenedProvider> {
  requireSecret("CREDENTIALS_SECRET");
  if (id === undefined || id === SANDBOX_ID) {
    const { records } = await connections.query(connections.partition({ store_id: storeId }), {
      consistent: true,
    });
    const [only] = records;
    if (id === undefined && only && records.length === 1) return openConnection(only);
    if (id === undefined && records.length > 1)
      throw GENERAL.BAD_REQUEST({
        message: "The store has several shipping providers: name one in shipping_provider_id.",
      });
    if (!isSandboxOn()) throw notFound("A shipping provider");
    return { id: SANDBOX_ID, type: "sandbox", provider: sandbox, account: { storeId, token: "" } };
  }
  const found = await connections.find({ store_id: storeId, id });
  if (!found) throw notFound(`Shipping provider ${id}`);
  return openConnection(found);
}

/** Awaits a call that is safe to repeat; if the provider does not answer, throws a 400. */
export async function askProvider<A>(question: Promise<A>): Promise<A> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    logger.warn("carrier unreachable", { error: String(error) });
    throw GENERAL.BAD_REQUEST({ message: "The shipping provider does not answer. Try again in a moment." });
  }
}

async function openConnection({ id, store_id, type, api_token }: Connection): Promise<OpenedProvider> {
  const token = api_token ? await openCredential(CREDENTIAL_PURPOSE, store_id, api_token) : "";
  return { id, type, provider: providerOf(type), account: { storeId: store_id, token } };
}
