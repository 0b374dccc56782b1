import { kind } from "#core/records/kind.ts";
import { AGENT_STATUSES } from "./agent-schema.ts";
import { SUPPORT_AGENT } from "./errors.ts";
import { agentNames, agents } from "./table.ts";

export const agentKind = kind({
  entity: agents,
  names: agentNames,
  idPrefix: "agent",
  statuses: AGENT_STATUSES,
  open: "active",
  taken: SUPPORT_AGENT,
});
