import * as z from "zod";

/** A parsed line of the log. */
export const Line = z.looseObject({ timestamp: z.string(), message: z.string() });
export type Line = z.infer<typeof Line>;

/** Fields by whose values lines are found; `id` is a request's. */
const SEARCH_FIELDS = [
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
/** Fields that lead from one line to others. A value that many lines share, such as a customer's, does not. */
const LINK_FIELDS = ["id", "request", "event", "msg", "mail"] as const;

/** Parses a name with an optional tenant before it: `<store id>/<order number>`. */
function parseSubject(asked: string): { name: string; tenant: string | undefined } {
  const [tenant, ...rest] = asked.split("/");
  return rest.length > 0 ? { name: rest.join("/"), tenant } : { name: asked, tenant: undefined };
}

function isNamed(line: Line, known: ReadonlySet<string>): boolean {
  return (
    SEARCH_FIELDS.some((name) => known.has(String(line[name]))) ||
    providerIds(line).some((id) => known.has(id))
  );
}

function providerIds({ provider_id }: Line): string[] {
  return typeof provider_id === "string" ? provider_id.split(" ") : [];
}

/**
 * The lines about something, in order: those that name it, those that share a name with them, and so on, from
 * a request to its events and to what they caused. `asked`: id of a request, number of an order with an
 * optional store id before it, fingerprint of an email address, or id from a provider.
 */
export function relatedLines(lines: readonly Line[], asked: string): Line[] {
  const { name, tenant } = parseSubject(asked);
  const first = lines.filter(
    (line) => isNamed(line, new Set([name])) && (tenant === undefined || line.tenant === tenant),
  );
  const related = new Set(first);
  const known = new Set(nextNames(first));
  for (let before = -1; before !== related.size; ) {
    before = related.size;
    const more = lines.filter((line) => !related.has(line) && isNamed(line, known));
    for (const line of more) related.add(line);
    for (const lead of nextNames(more)) known.add(lead);
  }
  return [...related].toSorted((one, other) => one.timestamp.localeCompare(other.timestamp));
}

/** The names in some lines that lead to further lines. */
export function nextNames(lines: readonly Line[]): string[] {
  const found = lines.flatMap((line) => LINK_FIELDS.map((name) => line[name]));
  return [...new Set(found.filter((value) => typeof value === "string" && value !== ""))].map(String);
}

/** A Logs Insights query for lines that name one of these, optionally of one tenant. */
export function queryFor(names: readonly string[]): string {
  const asked = names.map(parseSubject);
  const list = asked.map(({ name }) => JSON.stringify(name)).join(", ");
  const [first] = list === "" ? [] : asked;
  const one = asked.length === 1 && first ? [`provider_id like ${JSON.stringify(first.name)}`] : [];
  const filters = [...SEARCH_FIELDS.map((field) => `${field} in [${list}]`), ...one].join(" or ");
  const [{ tenant } = { tenant: undefined }] = asked;
  const own = tenant === undefined ? "" : ` | filter tenant = ${JSON.stringify(tenant)}`;
  return `fields @timestamp, @message | filter ${filters}${own} | sort @timestamp | limit 1000`;
}

export function formatLine({ timestamp, message, level, ...line }: Line): string {
  const { service: _service, sampling_rate: _rate, ...said } = line;
  const fields = Object.entries(said).filter(([, value]) => ![null, "", "-"].includes(value as string));
  const text = fields.map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return `${timestamp}  ${level === "INFO" ? "" : `${String(level)} `}${message}  ${text.join(" ")}`;
}

/** The fields of an access log line that describe the request; the caller's are left out. */
const AccessLine = z
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

/** Parses a line of our own log or of the access log; `undefined` for any other. */
export function parseLine(text: string): Line | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return Line.safeParse(json).data ?? AccessLine.safeParse(json).data;
  } catch {
    return undefined;
  }
}
