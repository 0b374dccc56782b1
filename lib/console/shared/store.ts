import { createContext, useContext } from "react";
import type { OperationId, Schemas } from "./api/types.ts";
import { allows, type Role } from "./roles.ts";

/** The open store, with the user's role in it. */
export interface OpenStore extends Pick<Schemas["Store"], "id" | "key" | "name" | "timezone" | "status"> {
  role: Role;
  accountId: string;
  languages: readonly string[];
}

export const StoreContext = createContext<OpenStore | undefined>(undefined);

export function useStore(): OpenStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error("There is no store here.");
  return store;
}

/** Says whether the user may call an operation: `may("refundOrder")`. */
export function useMay(): (operation: OperationId) => boolean {
  const { role } = useStore();
  return (operation) => allows(role, operation);
}
