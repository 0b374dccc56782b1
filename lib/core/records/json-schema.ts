import * as z from "zod";

/** Any JSON value. */
export const JsonValue = z.json();
