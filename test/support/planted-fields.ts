import * as z from "zod";

/** The unique value of the planted field. */
export const CANARY = "canary-of-a-declared-field";
const FIELD_NAME = "canary_field";

type Shape = Record<string, z.core.$ZodType>;
type Getter = (() => Shape) & { raw?: Shape };

const placeByShape = new WeakMap<object, string>();
const plantedShapes = new WeakSet<object>();
let countByPlace = new Map<string, number>();
let targetPlaces: ReadonlySet<string> | undefined;

/** Where the code creates an object schema: `file:line:column#number`; `undefined` for zod's own schemas. */
export function creationPlace(definition: object): string | undefined {
  return placeByShape.get(definition);
}

/**
 * Records from now on where object schemas are created. Adds a declared field to those created at the named
 * places, before other schemas derive from them. So derived schemas have the field unless they list their
 * fields.
 */
export function plantFields(named?: ReadonlySet<string>): void {
  hookObject();
  countByPlace = new Map();
  targetPlaces = named;
}

let isHooked = false;
function hookObject(): void {
  if (isHooked) return;
  isHooked = true;
  // Creating the first object defines the getter.
  z.object({});
  const own = z.config().memoizer;
  if (!own) throw new Error("zod has no memoizer any more: note the creation of objects in another way.");
  const attach = (inst: Parameters<typeof own.attach>[0]) => {
    if (inst._zod.def.type === "object") noteShape(inst._zod.def as z.core.$ZodObjectDef);
    return own.attach(inst);
  };
  z.config({ memoizer: Object.assign(Object.create(own) as typeof own, { attach }) });
}

function noteShape(def: z.core.$ZodObjectDef): void {
  // Schemas that differ only in metadata share one definition.
  if (placeByShape.has(def)) return;
  const line = /(?:^|[\s(])([^\s(]*\/(?:lib|functions)\/[^\s)]+:\d+:\d+)/m.exec(stackFrames())?.[1];
  if (line === undefined) return;
  const count = countByPlace.get(line) ?? 0;
  countByPlace.set(line, count + 1);
  const place = `${line}#${count}`;
  placeByShape.set(def, place);
  if (targetPlaces?.has(place)) plantField(def, place);
}

function stackFrames(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = limit;
  return stack.replace(/^.*\/node_modules\/.*$/gm, "").replace(/^.*planting\.ts.*$/gm, "");
}

function plantField(def: z.core.$ZodObjectDef, place: string): void {
  const getter = Object.getOwnPropertyDescriptor(def, "shape")?.get as Getter | undefined;
  if (!getter?.raw || plantedShapes.has(def))
    throw new Error("zod stores the shape of an object in another way now.");
  plantedShapes.add(def);
  // Keeps getters, which recursive schemas need.
  const raw: Shape = Object.defineProperties({}, Object.getOwnPropertyDescriptors(getter.raw));
  const [where] = /(lib|functions)\/[^/]+.*$/.exec(place) ?? [];
  raw[FIELD_NAME] = z.string().default(`${CANARY} at ${where}`);
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
  return FIELD_NAME in shape;
}
