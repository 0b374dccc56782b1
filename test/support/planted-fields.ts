import * as z from "zod";

/** The unique value of the planted field. */
export const CANARY = "canary-of-a-declared-field";
const FIELD = "canary_field";

type Shape = Record<string, z.core.$ZodType>;
type Getter = (() => Shape) & { raw?: Shape };

const places = new WeakMap<object, string>();
const planted = new WeakSet<object>();
let countByPlace = new Map<string, number>();
let targets: ReadonlySet<string> | undefined;

/** The place in the code that creates an object schema, and a number; `undefined` for zod's own. */
export function definedAt(definition: object): string | undefined {
  return places.get(definition);
}

/**
 * Records from now on where object schemas are created. Adds a declared field to those created at the named
 * places, before other schemas derive from them. So derived schemas have the field unless they list their
 * fields.
 */
export function plantFields(named?: ReadonlySet<string>): void {
  hook();
  countByPlace = new Map();
  targets = named;
}

let isHooked = false;
function hook(): void {
  if (isHooked) return;
  isHooked = true;
  // Creating the first object defines the getter.
  z.object({});
  const own = z.config().memoizer;
  if (!own) throw new Error("zod tells nobody any more of the objects that are made: plant otherwise.");
  const attach = (inst: Parameters<typeof own.attach>[0]) => {
    if (inst._zod.def.type === "object") note(inst._zod.def as z.core.$ZodObjectDef);
    return own.attach(inst);
  };
  z.config({ memoizer: Object.assign(Object.create(own) as typeof own, { attach }) });
}

function note(def: z.core.$ZodObjectDef): void {
  // Schemas that differ only in metadata share one definition.
  if (places.has(def)) return;
  const line = /(?:^|[\s(])([^\s(]*\/(?:lib|functions)\/[^\s)]+:\d+:\d+)/m.exec(frames())?.[1];
  if (line === undefined) return;
  const count = countByPlace.get(line) ?? 0;
  countByPlace.set(line, count + 1);
  const place = `${line}#${count}`;
  places.set(def, place);
  if (targets?.has(place)) plant(def, place);
}

function frames(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = limit;
  return stack.replace(/^.*\/node_modules\/.*$/gm, "").replace(/^.*planting\.ts.*$/gm, "");
}

function plant(def: z.core.$ZodObjectDef, place: string): void {
  const getter = Object.getOwnPropertyDescriptor(def, "shape")?.get as Getter | undefined;
  if (!getter?.raw || planted.has(def)) throw new Error("zod keeps the shape of an object otherwise now.");
  planted.add(def);
  // Keeps getters, which recursive schemas need.
  const raw: Shape = Object.defineProperties({}, Object.getOwnPropertyDescriptors(getter.raw));
  const [where] = /(lib|functions)\/[^/]+.*$/.exec(place) ?? [];
  raw[FIELD] = z.string().default(`${CANARY} at ${where}`);
  const get: Getter = () => {
    const shape = { ...raw };
    Object.defineProperty(def, "shape", { value: shape });
    get.raw = shape;
    return shape;
  };
  get.raw = raw;
  Object.defineProperty(def, "shape", { get, configurable: true });
}

export function hasCanary(shape: object): boolean {
  return FIELD in shape;
}
