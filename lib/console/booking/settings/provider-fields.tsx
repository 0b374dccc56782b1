import { UpdateProvider } from "#console/generated/schemas.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { fieldsOf } from "#console/shared/fields.ts";
import { StatusBadge } from "#console/shared/status-badge.tsx";
import { STATES } from "./states.ts";

const f = fieldsOf<Schemas["Provider"]>(UpdateProvider);

export const NAME = f.text("name", { label: ["Name", "Name"] });
export const DESCRIPTION = f.lines("description", { label: ["Description", "Beschreibung"] });
export const STATUS = f.choice("status", {
  label: ["Status", "Status"],
  list: true,
  choices: STATES,
  filter: { by: "status" },
  show: ({ status }) => <StatusBadge choices={STATES} value={status} />,
});
export const CONCURRENT_LIMIT = f.number("concurrentLimit", {
  label: ["Appointments at the same time", "Termine zur selben Zeit"],
  help: ["1 for a person; more for a class or a room", "1 bei einem Menschen; mehr bei Kurs oder Raum"],
  list: true,
});
export const SERVICES = f.tags("serviceIds", {
  label: ["Services", "Leistungen"],
  list: true,
  show: ({ serviceIds }) => serviceIds.length,
});

export const PROVIDER_FIELDS = [STATUS, SERVICES, CONCURRENT_LIMIT];
export const FORM_FIELDS = [NAME, DESCRIPTION, STATUS, CONCURRENT_LIMIT, SERVICES];
