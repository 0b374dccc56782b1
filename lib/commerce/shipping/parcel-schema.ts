import * as z from "zod";
import { anyCase, nonBlankText } from "#core/http/page.ts";
import { snakeCase } from "#core/http/spelling-schema.ts";
import { CountryCode } from "#core/places/country-schema.ts";

const Size = z.number().positive().max(10_000);
export const Parcel = z.preprocess(
  snakeCase,
  z.object({
    length: Size,
    width: Size,
    height: Size,
    weight: z.number().positive().max(1_000_000),
    distance_unit: anyCase(["in", "cm"]).default("cm"),
    mass_unit: anyCase(["oz", "lb", "g", "kg"]).default("g"),
  }),
);
export type Parcel = z.output<typeof Parcel>;

const Decimal = z.union([
  z.string().regex(/^\d{1,9}(\.\d{1,4})?$/, "must be a decimal such as 12.50"),
  z.number().min(0),
]);
export const Short = nonBlankText(200);
export const CustomsDeclaration = z.preprocess(
  snakeCase,
  z.object({
    contents_type: Short,
    contents_explanation: z.string().max(200).optional(),
    non_delivery_option: Short,
    certify: z.boolean(),
    certify_signer: Short,
    items: z
      .array(
        z.preprocess(
          snakeCase,
          z.object({
            description: Short,
            origin_country: CountryCode,
            value_currency: z
              .string()
              .regex(/^[A-Za-z]{3}$/, "must be a currency such as USD")
              .toUpperCase(),
            mass_unit: anyCase(["oz", "lb", "g", "kg"]),
            quantity: z.int().min(1).max(9999),
            net_weight: Decimal.transform(String),
            value_amount: Decimal.transform(String),
          }),
        ),
      )
      .min(1)
      .max(100),
  }),
);
export type CustomsDeclaration = z.output<typeof CustomsDeclaration>;
