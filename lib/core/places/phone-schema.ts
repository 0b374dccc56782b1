import * as z from "zod";
import { typedPhone } from "./phones.ts";

/** A phone number as it was typed, without invisible characters. */
export const PhoneText = z.string().overwrite(typedPhone).max(200);
