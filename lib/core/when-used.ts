import * as z from "zod";

/** A schema with what zod keeps of it: its definition, and what makes a schema of one. */
type Made = z.ZodType & { _zod: { constr: (this: object, def: object) => unknown } };

/**
 * A schema that is made when something first looks into it. What stands for it until then becomes it, as zod makes a
 * schema: nothing stands between afterwards, and it is the same to all. The build puts this around the schemas of modules.
 */
export function whenUsed<S extends z.ZodType>(make: () => S): S {
  // Safe: an object with all of a schema's members, and `become` makes it one.
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
    const made = make() as unknown as Made;
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
