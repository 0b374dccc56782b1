import * as z from "zod";

/** What the planted field holds, with where the object is made: it is in no code and no other data. */
export const CANARY = "canary-of-a-declared-field";
const FIELD = "canary_field";

type Shape = Record<string, z.core.$ZodType>;
type Getter = (() => Shape) & { raw?: Shape };

const places = new WeakMap<object, string>();
const planted = new WeakSet<object>();
let made = new Map<string, number>();
let wanted: ReadonlySet<string> | undefined;

/** Where the code makes the object of a schema, and how many it had made there before; nothing for zod's own. */
export function definedAt(definition: object): string | undefined {
  return places.get(definition);
}

/**
 * From here on the places are noted at which code makes the objects of schemas, from the first one anew, and an object
 * that is made at one of those that are named gets a declared field beside its own before anything is made of it: what a
 * line more in the sources would do. So a schema that is made of it by what it leaves out has the field, and one that
 * names its fields does not.
 */
export function plantFields(named?: ReadonlySet<string>): void {
  hook();
  made = new Map();
  wanted = named;
}

let isHooked = false;
function hook(): void {
  if (isHooked) return;
  isHooked = true;
  // zod has one from the first object on.
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
  // A schema with other examples or words is made of the same definition.
  if (places.has(def)) return;
  const line = /(?:^|[\s(])([^\s(]*\/(?:lib|functions)\/[^\s)]+:\d+:\d+)/m.exec(frames())?.[1];
  if (line === undefined) return;
  const count = made.get(line) ?? 0;
  made.set(line, count + 1);
  const place = `${line}#${count}`;
  places.set(def, place);
  if (wanted?.has(place)) plant(def, place);
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
  // Getters of schemas that hold themselves stay what they are.
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

/** Whether an object of a schema has the planted field. */
export function hasCanary(shape: object): boolean {
  return FIELD in shape;
}
