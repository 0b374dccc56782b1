import * as z from "zod";
import { typedPhone } from "./phones.ts";

/** A phone number as it was typed, without signs that nobody sees. */
export const PhoneText = z.string().overwrite(typedPhone).max(200);
