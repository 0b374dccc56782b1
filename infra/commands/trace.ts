import * as z from "zod";

/** A line of a log: what names it, and what it says. */
export const Line = z.looseObject({ timestamp: z.string(), message: z.string() });
export type Line = z.infer<typeof Line>;

/** Fields whose values name what several lines speak of. `id` is that of a request. */
const NAMES = [
  "id",
  "request",
  "requestId",
  "event",
  "msg",
  "mail",
  "number",
  "record",
  "to",
  "provider_id",
] as const;
/** Of these, what leads on from one line to others: a name that many lines share, such as an address, does not. */
const LEADS = ["id", "request", "event", "msg", "mail"] as const;

/** What somebody asks for: a name, and the tenant where only its lines are meant, as in `<store id>/<order number>`. */
function askedIn(asked: string): { name: string; tenant: string | undefined } {
  const [tenant, ...rest] = asked.split("/");
  return rest.length > 0 ? { name: rest.join("/"), tenant } : { name: asked, tenant: undefined };
}

function isNamed(line: Line, known: ReadonlySet<string>): boolean {
  // A line may have several ids of a provider.
  return NAMES.some((name) => known.has(String(line[name]))) || idsOf(line).some((id) => known.has(id));
}

function idsOf({ provider_id }: Line): string[] {
  return typeof provider_id === "string" ? provider_id.split(" ") : [];
}

/**
 * The lines that tell what happened to something, in order: those that name it, those that name what these name, and so
 * on: from a request to its events, from these to what was sent where, and to what came of each.
 *
 * @param asked a request's id, the number of an order, which a store's id and a slash may stand before, the fingerprint of an
 *   address, or a provider's own id
 */
export function relatedLines(lines: readonly Line[], asked: string): Line[] {
  const { name, tenant } = askedIn(asked);
  const first = lines.filter(
    (line) => isNamed(line, new Set([name])) && (tenant === undefined || line.tenant === tenant),
  );
  const told = new Set(first);
  const known = new Set(nextNames(first));
  for (let before = -1; before !== told.size; ) {
    before = told.size;
    const more = lines.filter((line) => !told.has(line) && isNamed(line, known));
    for (const line of more) told.add(line);
    for (const lead of nextNames(more)) known.add(lead);
  }
  return [...told].toSorted((one, other) => one.timestamp.localeCompare(other.timestamp));
}

/** What leads on from some lines: what to ask the logs for next. */
export function nextNames(lines: readonly Line[]): string[] {
  const found = lines.flatMap((line) => LEADS.map((name) => line[name]));
  return [...new Set(found.filter((value) => typeof value === "string" && value !== ""))].map(String);
}

/** The query of Logs Insights for the lines that name one of these, which may be of one tenant. */
export function queryFor(names: readonly string[]): string {
  const asked = names.map(askedIn);
  const list = asked.map(({ name }) => JSON.stringify(name)).join(", ");
  const [first] = list === "" ? [] : asked;
  const one = asked.length === 1 && first ? [`provider_id like ${JSON.stringify(first.name)}`] : [];
  const filters = [...NAMES.map((field) => `${field} in [${list}]`), ...one].join(" or ");
  const [{ tenant } = { tenant: undefined }] = asked;
  const own = tenant === undefined ? "" : ` | filter tenant = ${JSON.stringify(tenant)}`;
  return `fields @timestamp, @message | filter ${filters}${own} | sort @timestamp | limit 1000`;
}

/** A line as a person reads it. */
export function formatLine({ timestamp, message, level, ...line }: Line): string {
  const { service: _service, sampling_rate: _rate, ...said } = line;
  const fields = Object.entries(said).filter(([, value]) => ![null, "", "-"].includes(value as string));
  const text = fields.map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return `${timestamp}  ${level === "INFO" ? "" : `${String(level)} `}${message}  ${text.join(" ")}`;
}

/** A line of the access log, as far as it tells of the request and not of the caller. */
const Access = z
  .object({
    requestId: z.string(),
    time: z.coerce.number(),
    route: z.string(),
    status: z.string(),
    error: z.string().optional(),
    integrationError: z.string().optional(),
  })
  .transform(
    ({ requestId: id, time, ...said }): Line => ({
      timestamp: new Date(time).toISOString(),
      message: "access",
      level: "INFO",
      id,
      ...said,
    }),
  );

/** The line that a text of a log holds, if it is one of ours or of the access log. */
export function parseLine(text: string): Line | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return Line.safeParse(json).data ?? Access.safeParse(json).data;
  } catch {
    return undefined;
  }
}
