import * as z from "zod";

/** A zod schema with its constructor, by which another object can become the same schema. */
type MadeSchema = z.ZodType & { _zod: { constr: (this: object, def: object) => unknown } };

/**
 * A schema that is built on first use. Until then a stand-in takes its place, which then becomes the schema itself, so
 * that later uses have no indirection. The build wraps the schemas of modules in this.
 */
export function whenUsed<S extends z.ZodType>(make: () => S): S {
  // Safe: on first use `become` makes it a schema with all its members.
  const standIn = Object.create(
    new Proxy(Object.prototype, {
      get: (_, name) => Reflect.get(become(), name),
      set: (_, name, value) => Reflect.set(become(), name, value),
      has: (_, name) => Reflect.has(become(), name),
      getPrototypeOf: () => Reflect.getPrototypeOf(become()),
    }),
  ) as S;
  const become = (): S => {
    // Safe: every schema of zod has these.
    const made = make() as unknown as MadeSchema;
    const { constr, def, parent } = made._zod;
    Object.setPrototypeOf(standIn, Object.getPrototypeOf(made));
    constr.call(standIn, def);
    if (parent) standIn._zod.parent = parent;
    const meta = z.globalRegistry.get(made);
    if (meta && z.globalRegistry.has(made)) z.globalRegistry.add(standIn, meta);
    return standIn;
  };
  return standIn;
}
